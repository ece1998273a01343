//! What a level is known by: its board alone, whatever its title, number and file. Knows no
//! game.

use crate::grid::{Hash, Tiling};
use crate::level::collection::{Level, Symbol};

impl Level {
    /// A text that levels with the same board have in common, and others hardly ever:
    /// empty rows and columns around it do not count, nor does anything but the board.
    #[must_use]
    pub fn key(&self) -> String {
        // Files keep it, so it must not change.
        let mut hash = Hash::default();
        let is_blank = |symbol: &Symbol| *symbol == Symbol::Character(' ');
        let is_empty = |row: &Vec<Symbol>| row.iter().all(is_blank);
        let square = self.tiling == Tiling::Square;
        hash.add(match self.tiling {
            Tiling::Square => "square",
            Tiling::HexEven => "hex even",
            Tiling::HexOdd => "hex odd",
        });
        // Without its first row or column a board of hexagons would lie otherwise.
        let rows = self.rows.iter().skip_while(|row| square && is_empty(row));
        let indent = |row: &Vec<Symbol>| row.iter().take_while(|symbol| is_blank(symbol)).count();
        let filled = self.rows.iter().filter(|row| !is_empty(row));
        let left = filled.map(indent).min().filter(|_| square).unwrap_or(0);
        let mut empty = 0;
        for row in rows {
            if is_empty(row) {
                empty += 1;
                continue;
            }
            hash.add("\n".repeat(std::mem::take(&mut empty) + 1));
            let end = row.iter().rposition(|symbol| !is_blank(symbol)).map_or(0, |at| at + 1);
            for symbol in &row[left.min(end)..end] {
                match symbol {
                    Symbol::Character(character) => hash.add(&*character.encode_utf8(&mut [0; 4])),
                    Symbol::Number(number) => hash.add(format!("[{number}]")),
                }
            }
        }
        format!("{:016x}", hash.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rows: &[&str]) -> Level {
        let symbols = |row: &&str| row.chars().map(Symbol::Character).collect();
        Level { rows: rows.iter().map(symbols).collect(), ..Level::default() }
    }

    #[test]
    fn only_the_board_counts_and_not_what_is_empty_around_it() {
        let key = level(&["####", "#@ #", " ###"]).key();
        assert_eq!(level(&["", "  ####  ", "  #@ #", "   ###", " "]).key(), key);
        let named =
            Level { title: Some("One".into()), line: 7, ..level(&["####", "#@ #", " ###"]) };
        assert_eq!(named.key(), key);
        assert_ne!(level(&["####", "# @#", " ###"]).key(), key);
        assert_ne!(level(&["####", "#@ #", "### "]).key(), key);
        // It is kept in files, so it must not change.
        assert_eq!(level(&["#@$.#"]).key(), KEPT);
    }

    const KEPT: &str = "eba461170677219a";
}
