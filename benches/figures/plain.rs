//! Sokoban in plain Rust over arrays: the reference for turns, undo and the start of a level.
//! It does what the engine does for the stock script: a journal of changes of 16 bytes of
//! which each swaps with the board, counts that are kept up to date so that the question
//! whether the level is solved costs nothing, and floor wherever a step can lead. It knows no
//! script, no layers, no names, no errors and no budget.

/// What a turn has changed, as what takes it back (or does it again).
#[derive(Clone, Copy)]
enum Change {
    Player { from: u32, to: u32 },
    Box { from: u32, to: u32 },
    Moves(f64),
    Pushes(f64),
}

/// A turn of the journal: where its changes end, and the letter that stands for it, which the
/// engine keeps, too, and nobody reads here.
struct Turn {
    end: u32,
    _letter: u8,
}

/// What undo brings back, and what it lies on. Around the level is a ring of wall, so that
/// no step leaves the board.
#[derive(Default)]
struct Board {
    width: usize,
    walls: Vec<bool>,
    floor: Vec<bool>,
    goals: Vec<bool>,
    boxes: Vec<bool>,
    player: usize,
    moves: f64,
    pushes: f64,
    /// How many boxes stand on no goal.
    astray: usize,
}

/// A level in play.
pub struct Plain {
    board: Board,
    changes: Vec<Change>,
    turns: Vec<Turn>,
    done: usize,
}

impl Change {
    /// Does the change and becomes what takes it back.
    fn swap(&mut self, board: &mut Board) {
        match self {
            Change::Player { from, to } => {
                board.player = *to as usize;
                std::mem::swap(from, to);
            }
            Change::Box { from, to } => {
                board.shift_box(*from as usize, *to as usize);
                std::mem::swap(from, to);
            }
            Change::Moves(count) => std::mem::swap(count, &mut board.moves),
            Change::Pushes(count) => std::mem::swap(count, &mut board.pushes),
        }
    }
}

impl Board {
    fn of(rows: &[String]) -> Board {
        let width = rows.iter().map(String::len).max().unwrap_or(0) + 2;
        let size = width * (rows.len() + 2);
        let [walls, floor, goals, boxes] = std::array::from_fn(|_| vec![false; size]);
        let mut board = Board { width, walls, floor, goals, boxes, ..Board::default() };
        board.wall_around();
        for (row, y) in rows.iter().zip(1..) {
            for (letter, x) in row.bytes().zip(1..) {
                board.place(letter, y * width + x);
            }
        }
        board.spread_floor();
        board
    }

    fn wall_around(&mut self) {
        let (width, size) = (self.width, self.walls.len());
        self.walls[..width].fill(true);
        self.walls[size - width..].fill(true);
        for start in (0..size).step_by(width) {
            self.walls[start] = true;
            self.walls[start + width - 1] = true;
        }
    }

    fn place(&mut self, letter: u8, at: usize) {
        self.walls[at] = letter == b'#';
        self.goals[at] = matches!(letter, b'.' | b'*' | b'+');
        self.boxes[at] = matches!(letter, b'$' | b'*');
        self.astray += usize::from(letter == b'$');
        if matches!(letter, b'@' | b'+') {
            self.player = at;
        }
    }

    fn spread_floor(&mut self) {
        let mut open = vec![self.player];
        self.floor[self.player] = true;
        while let Some(at) = open.pop() {
            for next in [at - self.width, at - 1, at + 1, at + self.width] {
                if !self.walls[next] && !self.floor[next] {
                    self.floor[next] = true;
                    open.push(next);
                }
            }
        }
    }

    fn shift_box(&mut self, from: usize, to: usize) {
        (self.boxes[from], self.boxes[to]) = (false, true);
        self.astray = self.astray + usize::from(self.goals[from]) - usize::from(self.goals[to]);
    }

    /// The cell beside another one, in the direction of a letter.
    fn step(&self, at: usize, letter: u8) -> usize {
        match letter {
            b'l' => at - 1,
            b'r' => at + 1,
            b'u' => at - self.width,
            _ => at + self.width,
        }
    }
}

impl Plain {
    /// Begins a level.
    pub fn begin(rows: &[String]) -> Plain {
        Plain { board: Board::of(rows), changes: Vec::new(), turns: Vec::new(), done: 0 }
    }

    /// The rule: one step in the direction of a small letter. Returns whether the level is
    /// solved.
    fn play(&mut self, letter: u8) -> bool {
        let here = self.board.player;
        let there = self.board.step(here, letter);
        if self.board.walls[there] {
            return false;
        }
        let mut token = letter;
        if self.board.boxes[there] {
            let beyond = self.board.step(there, letter);
            if self.board.walls[beyond] || self.board.boxes[beyond] {
                return false;
            }
            self.change(Change::Box { from: there as u32, to: beyond as u32 });
            self.change(Change::Pushes(self.board.pushes + 1.0));
            token = letter.to_ascii_uppercase();
        }
        self.change(Change::Player { from: here as u32, to: there as u32 });
        self.change(Change::Moves(self.board.moves + 1.0));
        self.commit(token);
        self.board.astray == 0
    }

    /// Takes steps one after the other. Returns whether the last one has solved the level.
    pub fn play_all(&mut self, letters: &str) -> bool {
        letters.bytes().fold(false, |_, letter| self.play(letter))
    }

    /// Takes back the last turn. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(turn) = self.done.checked_sub(1) else {
            return false;
        };
        let changes = self.start_of(turn)..self.start_of(self.done);
        self.changes[changes].iter_mut().rev().for_each(|change| change.swap(&mut self.board));
        self.done = turn;
        true
    }

    /// Does the next turn again. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if self.done == self.turns.len() {
            return false;
        }
        let changes = self.start_of(self.done)..self.start_of(self.done + 1);
        self.changes[changes].iter_mut().for_each(|change| change.swap(&mut self.board));
        self.done += 1;
        true
    }

    fn change(&mut self, mut change: Change) {
        // What could have been done again is forgotten by another turn.
        if self.done < self.turns.len() {
            self.changes.truncate(self.start_of(self.done));
            self.turns.truncate(self.done);
        }
        change.swap(&mut self.board);
        self.changes.push(change);
    }

    fn commit(&mut self, letter: u8) {
        self.turns.push(Turn { end: self.changes.len() as u32, _letter: letter });
        self.done += 1;
    }

    fn start_of(&self, turn: usize) -> usize {
        turn.checked_sub(1).map_or(0, |before| self.turns[before].end as usize)
    }
}
