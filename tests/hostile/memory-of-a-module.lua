-- act: fine
-- The game does without what is required.
return require("shared/walker")({
  act = function() assert(not pcall(require, "shared/memory-of-a-module")) end,
})
