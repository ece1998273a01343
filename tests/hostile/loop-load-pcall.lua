-- load: this took longer than it may
while true do pcall(function() while true do end end) end
