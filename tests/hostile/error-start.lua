-- start: the script raised a table
return require("shared/walker")({
  start = function(board) error({ "no" }) end,
})
