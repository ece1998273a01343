-- act: there is no "io"
return require("shared/walker")({
  act = function(board) io.open("/etc/passwd") end,
})
