-- act: there is no "os"
return require("shared/walker")({
  act = function(board) os.execute("true") end,
})
