-- load: tile
return require("shared/walker")({
  tiles = function(board) return { 1, 2, "three", [{}] = error } end,
})
