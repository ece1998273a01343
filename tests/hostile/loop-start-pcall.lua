-- start: this took longer than it may
return require("shared/walker")({
  start = function(board) while true do pcall(function() while true do end end) end end,
})
