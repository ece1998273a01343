//! Boards of Sokoban of any size, and ways to walk on them without end.

/// The steps from the start of a [`board`] to the left of its second box.
pub const APPROACH: &str = "rrdd";

/// Pushes that box onto its goal, walks around it, pushes it back and returns: ten turns, two
/// of which push, about as many as in a solution.
pub const ROUND: &str = "RurrdLulld";

/// A walled board with so many boxes, each beside its goal, and free rows at the top.
pub fn board(side: usize, boxes: usize) -> String {
    let is_edge = |x: usize, y: usize| x.min(y) == 0 || x.max(y) == side - 1;
    let row = |y: usize| (0..side).map(|x| if is_edge(x, y) { '#' } else { ' ' }).collect();
    let mut rows: Vec<Vec<char>> = (0..side).map(row).collect();
    rows[1][1] = '@';
    let cells = (3..side - 1).flat_map(|y| (1..side - 2).step_by(3).map(move |x| (x, y)));
    for (x, y) in cells.take(boxes) {
        (rows[y][x], rows[y][x + 1]) = ('$', '.');
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    rows.join("\n")
}
