-- load: expected a table with at least tiles and act
return function() while true do end end
