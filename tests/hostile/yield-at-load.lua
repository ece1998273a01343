-- load: attempt to yield
coroutine.yield()
