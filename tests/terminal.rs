//! The game in a terminal: what is drawn of a board, as text, and the program in a terminal
//! of its own, with real keys, a mouse, saved files and another size.

mod common;
#[cfg(unix)]
#[path = "common/terminal.rs"]
mod pty;

use std::time::Duration;

use common::{Folder, plain, stock, wanted};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use tilewright::app::{Palette, Picture, Player, Press, Screen, Wanted, open};
use tilewright::rules::Scripts;
use tilewright::view::MOTION;

/// A player before a terminal, with the screen as it would be.
struct Sitting {
    player: Player,
    screen: Screen,
    terminal: Terminal<TestBackend>,
    _folder: Folder,
}

impl Sitting {
    /// Before a level in a file of that name.
    fn at(scripts: &Scripts, level: (&str, &str), size: (u16, u16), palette: Palette) -> Sitting {
        let folder = Folder::with_script("");
        folder.write(level.0, &plain(level.1));
        let path = folder.path().join(level.0);
        let wanted = Wanted { own: false, ..wanted(&path, 1) };
        let player = Player::new(scripts.clone(), open(scripts, &wanted).unwrap());
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        let mut sitting =
            Sitting { player, screen: Screen::new(palette), terminal, _folder: folder };
        sitting.look();
        sitting
    }

    fn look(&mut self) {
        self.look_after(Duration::MAX);
    }

    /// Shows what is seen so long after the last step.
    fn look_after(&mut self, since_step: Duration) {
        let size = self.terminal.size().unwrap();
        let sight = self.screen.sight(size.into(), Duration::ZERO, since_step);
        self.screen.show(Picture::of(&mut self.player, &sight));
        self.terminal.draw(|frame| self.screen.draw(frame)).unwrap();
    }

    /// Presses keys, by their names.
    fn press(&mut self, keys: &[&str]) {
        for key in keys {
            let press = Press { key: (*key).to_owned(), ..Press::default() };
            let command = self.player.meaning(&press).unwrap();
            self.player.command(&command);
            self.look();
        }
    }

    /// The screen from its second line on, without the lines below the board, in the
    /// columns that there is anything in.
    fn board(&self) -> String {
        let rows = self.rows();
        plain(&rows[1..rows.len() - 2].join("\n"))
    }

    fn rows(&self) -> Vec<String> {
        let buffer = self.terminal.backend().buffer();
        let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(row).collect()
    }

    /// The ground under the first such text on the screen.
    fn ground(&self, text: &str) -> Color {
        let rows = self.rows();
        let found = rows.iter().zip(0..).find_map(|(row, y)| {
            let at = row.find(text)?;
            Some((u16::try_from(row[..at].chars().count()).unwrap(), y))
        });
        self.terminal.backend().buffer()[found.unwrap()].bg
    }
}

const ROOM: &str = "
    #######
    #@$ . #
    # $*  #
    #.    #
    #######
";

#[test]
fn a_board_is_drawn_in_two_columns_a_cell_and_follows_keys() {
    let mut sitting = Sitting::at(&stock("sokoban"), ("a.xsb", ROOM), (60, 16), Palette::Without);
    let before = "
        ##############
        ##● ■   ◇   ##
        ##  ■ ■◇    ##
        ##◇         ##
        ##############
    ";
    assert_eq!(sitting.board(), plain(before));
    sitting.press(&["right", "right"]);
    let after = "
        ##############
        ##    ● ■◇  ##
        ##  ■ ■◇    ##
        ##◇         ##
        ##############
    ";
    assert_eq!(sitting.board(), plain(after));
    assert!(sitting.rows()[0].contains("Moves 2   Pushes 2"), "{:?}", sitting.rows());
    sitting.press(&["z", "z"]);
    assert_eq!(sitting.board(), plain(before));
}

#[test]
fn colours_come_from_the_looks_and_none_where_there_are_to_be_none() {
    let at = |palette| Sitting::at(&stock("sokoban"), ("a.xsb", ROOM), (60, 16), palette);
    let sitting = at(Palette::True);
    assert_eq!(sitting.ground("◇   "), Color::Rgb(0x3b, 0x3f, 0x4a));
    let (box_, stored) = (sitting.ground("■   "), sitting.ground("■◇"));
    assert!(matches!(box_, Color::Rgb(red, _, blue) if red > blue + 40), "wood: {box_:?}");
    assert!(matches!(stored, Color::Rgb(red, green, _) if green > red), "green: {stored:?}");
    assert_eq!(at(Palette::Table).ground("◇   "), Color::Indexed(238));
    let without = at(Palette::Without);
    let cells = &without.terminal.backend().buffer().content;
    assert!(cells.iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
}

#[test]
fn letters_that_a_tile_has_stand_in_it_with_room_between_two_numbers() {
    let level = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n";
    let mut sitting =
        Sitting::at(&stock("fifteen"), ("a.txt", level), (20 + 24, 11), Palette::Without);
    let row = |sitting: &Sitting, word: &str| {
        let rows = sitting.rows();
        let row = rows.iter().find(|row| row.split_whitespace().any(|w| w.starts_with(word)));
        row.unwrap().replace('▕', " ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row(&sitting, "13"), "13 14 15");
    assert_eq!(row(&sitting, "9"), "9 10 11 12");
    sitting.press(&["left"]);
    assert!(sitting.rows()[9].contains("Well done!"), "{:#?}", sitting.rows());
}

#[test]
fn rows_of_hexagons_lie_half_a_cell_apart() {
    let level = "
          # # # #
         # @ $ . #
          # # # #
    ";
    let sitting = Sitting::at(&stock("sokoban"), ("a.hsb", level), (40, 12), Palette::Without);
    let expected = "
         ########
        ##● ■ ◇ ##
         ########
    ";
    assert_eq!(sitting.board(), plain(expected));
}

#[test]
fn a_board_that_is_larger_than_the_terminal_scrolls_with_the_player() {
    let wide = format!("{0}\n#@{1}$.#\n{0}\n", "#".repeat(103), " ".repeat(98));
    let mut sitting = Sitting::at(&stock("sokoban"), ("a.xsb", &wide), (40, 12), Palette::Without);
    assert!(sitting.board().contains("##●"), "{}", sitting.board());
    for _ in 0..98 {
        sitting.press(&["right"]);
        assert!(sitting.board().contains('●'), "{}", sitting.board());
    }
    assert!(sitting.board().contains("● ■ ◇ ##"), "{}", sitting.board());
}

#[test]
fn a_terminal_that_is_too_small_says_what_it_needs() {
    for size in [(20, 7), (23, 24), (80, 7), (1, 1)] {
        let mut sitting = Sitting::at(&stock("sokoban"), ("a.xsb", ROOM), size, Palette::True);
        let text = sitting.rows().join(" ");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(size.0 < 20 || words == "This needs 24 columns and 8 rows.", "{words}");
        sitting.terminal.backend_mut().resize(24, 8);
        sitting.look();
        assert!(sitting.board().contains("##● ■   ◇   ##"), "{:#?}", sitting.rows());
    }
}

/// A game whose looks are told apart by their colour alone: then characters tell them apart.
#[test]
fn looks_that_only_their_colour_tells_apart_have_characters_of_their_own() {
    let script = r##"return {
      tiles = {
        ruby = { look = { shape = "circle", color = "#ff0000", size = 0.6 } },
        emerald = { look = { shape = "circle", color = "#00ff00", size = 0.6 } },
        sapphire = { look = { shape = "diamond", color = "#0000ff", size = 0.6 } },
        topaz = {},
        wall = { layer = "ground", look = { color = "#777777" } },
      },
      layers = { "ground", "tile" },
      legend = { ["#"] = "wall", r = "ruby", e = "emerald", s = "sapphire", t = "topaz" },
      act = function() end,
    }"##;
    let folder = Folder::with_script(script);
    let sitting = Sitting::at(
        &folder.scripts(),
        ("a.xsb", "######\n#rest#\n#tser#\n######\n"),
        (40, 12),
        Palette::Without,
    );
    assert_eq!(sitting.board(), "############\n##r e ◆ T ##\n##T ◆ e r ##\n############");
}

#[test]
fn the_steps_of_a_turn_are_shown_one_after_the_other() {
    let script = r##"return {
      tiles = { wall = { look = { color = "#777777" } },
                stone = { look = { shape = "circle", size = 0.6 } } },
      legend = { ["#"] = "wall", o = "stone" },
      act = function(board)
        local here = board:find("stone")
        local there = board:step(here, "down")
        while not board:get(there, "piece") do
          board:move(here, there, "stone")
          here, there = there, board:step(there, "down")
          board:show()
        end
      end,
    }"##;
    let folder = Folder::with_script(script);
    let level = ("a.xsb", "#o#\n# #\n# #\n###\n");
    let mut sitting = Sitting::at(&folder.scripts(), level, (40, 12), Palette::Without);
    sitting.press(&["down"]);
    assert_eq!(sitting.board(), "##  ##\n##  ##\n##● ##\n######");
    sitting.look_after(MOTION / 2);
    assert_eq!(sitting.board(), "##  ##\n##● ##\n##  ##\n######");
    sitting.look_after(MOTION * 3 / 2);
    assert_eq!(sitting.board(), "##  ##\n##  ##\n##● ##\n######");
}

#[cfg(unix)]
mod program {
    use crate::common::{Folder, PROGRAM};
    use crate::pty::Terminal;

    const UP: &str = "\x1b[A";
    const DOWN: &str = "\x1b[B";
    const RIGHT: &str = "\x1b[C";
    const ESCAPE: &str = "\x1b";
    const CONTROL_C: &str = "\x03";

    fn script(title: &str, rule: &str) -> String {
        format!(
            r##"return {{
  title = "{title}",
  layers = {{ "ground", "piece" }},
  tiles = {{
    wall = {{ layer = "ground", look = {{ color = "#667788" }} }},
    player = {{ layer = "piece", look = {{ shape = "circle", color = "#44aaee", size = 0.7 }} }},
  }},
  legend = {{ ["#"] = "wall", ["@"] = "player" }},
  clicks = true,
  params = {{ {{ name = "speed", default = 1, min = 1, max = 9, whole = true }} }},
  start = function(board)
    if board.params.speed == 9 then while true do end end
  end,
  act = function(board, action)
    print("asked for " .. action.name)
    local here = board:find("player")
    local there = action.cell or board:step(here, action.dir, board.params.speed)
    if not there then return end
    {rule}
    board:move(here, there, "player")
    board:add("steps", 1)
  end,
  status = function(board) return "Steps " .. (board.vars.steps or 0) end,
}}"##
        )
    }

    const BLOCKED: &str = "if board:has(there, 'wall') then return end";
    const LEVEL: &str = "#########\n#@  #   #\n#########\n";

    /// The program with that game in a terminal.
    fn play(size: (u16, u16)) -> (Folder, Terminal) {
        let folder = Folder::with_script(&script("v1", BLOCKED));
        folder.write("levels/game/a.xsb", LEVEL);
        let terminal = in_folder(&folder, size, &[]);
        (folder, terminal)
    }

    fn in_folder(folder: &Folder, size: (u16, u16), env: &[(&str, &str)]) -> Terminal {
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (scripts, levels) = (path(""), path("levels"));
        let arguments = ["play", "game", "--terminal", "--scripts", &scripts, "--levels", &levels];
        Terminal::start(size, &arguments, env)
    }

    #[test]
    fn a_game_is_played_by_keys_and_clicks_and_left_in_a_terminal() {
        let (_folder, mut terminal) = play((60, 16));
        terminal.until_shown("##●");
        terminal.keys(RIGHT);
        terminal.until_shown("Steps 1");
        terminal.keys("d");
        let screen = terminal.until_shown("Steps 2");
        assert!(screen.contains("##    ● ##      ##"), "{screen}");
        // What is printed is told below the board.
        assert!(screen.contains("\n asked for move"), "{screen}");
        // The board has 18 columns in the middle of 60: its cell in column 7 of 9.
        terminal.click((21 + 2 * 6, 8 - 1));
        let screen = terminal.until_shown("Steps 3");
        assert!(screen.contains("##      ##  ●   ##"), "{screen}");
        terminal.keys("zz");
        terminal.until_shown("Steps 1");
        terminal.keys(CONTROL_C);
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn a_saved_rule_is_obeyed_and_a_mistake_is_shown_with_its_place() {
        let (folder, mut terminal) = play((60, 16));
        terminal.until_shown("##●");
        folder.write("game.lua", &script("v1", "local x = = 1"));
        let screen = terminal.until_shown("Esc: put this away");
        assert!(screen.contains("game.lua:19"), "{screen}");
        assert!(screen.contains("19 | local x = = 1"), "{screen}");
        // The last good one goes on.
        terminal.keys(RIGHT);
        terminal.until_shown("Steps 1");
        terminal.keys(ESCAPE);
        terminal.until_gone("put this away");
        let jump = "there = board:step(there, action.dir, 2) or there";
        folder.write("game.lua", &script("v1", jump));
        folder.write("tests/game.txt", "= A test that fails\n@ #\n> r\n#@\n");
        let screen = terminal.until_shown("1 of 1 rule tests fail:");
        assert!(screen.contains("tests/game.txt:1 \"A test that fails\""), "{screen}");
        terminal.keys(RIGHT);
        let screen = terminal.until_shown("Steps 2");
        assert!(screen.contains("##      ##● "), "{screen}");
        terminal.keys("q");
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn keys_that_come_before_the_next_picture_leave_the_list_that_they_have_opened() {
        for opens in ["o", "l"] {
            let (_folder, mut terminal) = play((60, 16));
            terminal.until_shown("##●");
            terminal.keys(&format!("{opens}{ESCAPE}"));
            // Escape and a letter at once would be a letter with Alt.
            std::thread::sleep(std::time::Duration::from_millis(300));
            // Whatever was on screen in between, the game is there.
            terminal.keys(RIGHT);
            terminal.until_shown("Steps 1");
            terminal.keys(CONTROL_C);
            assert_eq!(terminal.ends().1, 0);
        }
    }

    #[test]
    fn an_animation_is_made_and_told() {
        let (_folder, mut terminal) = play((76, 16));
        terminal.until_shown("##●");
        terminal.keys("\x1b[19~");
        terminal.until_shown("Saved as");
        let pictures = terminal.settings().join("pictures/game");
        assert_eq!(std::fs::read_dir(pictures).unwrap().count(), 1);
        terminal.keys(CONTROL_C);
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn a_script_that_hangs_is_stopped_by_escape_and_the_game_goes_on() {
        let (_folder, mut terminal) = play((60, 16));
        terminal.until_shown("##●");
        terminal.keys("o");
        terminal.until_shown("Speed");
        terminal.keys("9\r");
        terminal.until_shown("Esc: stop");
        terminal.keys(ESCAPE);
        terminal.until_shown("You have stopped the script");
        terminal.keys("o");
        terminal.until_gone("Speed");
        terminal.keys(RIGHT);
        terminal.until_shown("Steps 1");
        terminal.keys(CONTROL_C);
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn a_click_walks_step_by_step_and_a_pasted_level_is_played() {
        let level = "levels/sokoban/1-first-steps.xsb";
        let mut terminal =
            Terminal::start((80, 24), &["play", "sokoban", level, "--terminal"], &[]);
        let screen = terminal.until_shown("●");
        let row = screen.lines().position(|line| line.contains('●')).unwrap();
        let column = screen.lines().nth(row).unwrap().chars().position(|c| c == '●').unwrap();
        let place = |at: usize| u16::try_from(at).unwrap();
        terminal.click((place(column), place(row) + 1));
        terminal.until_shown("Moves 1 ");
        terminal.keys("\x1b[200~#######\n#@   .#\n#  $  #\n#######\n\x1b[201~");
        let screen = terminal.until_shown("The level from the clipboard");
        assert!(screen.contains("##●       ◇ ##"), "{screen}");
        let row = place(screen.lines().position(|line| line.contains('●')).unwrap());
        let column = screen.lines().nth(row.into()).unwrap();
        let column = place(column.chars().position(|letter| letter == '●').unwrap());
        terminal.click((column + 8, row + 1));
        terminal.until_shown("Moves 5 ");
        terminal.keys(CONTROL_C);
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn time_goes_by_in_games_that_have_it() {
        let script = r##"return {
          tiles = { player = {} },
          legend = { ["@"] = "player" },
          tick = function(board) board:add("ticks", 1) end,
          tick_ms = 50,
          act = function(board) board:add("acts", 1) end,
          status = function(board) return "Ticks " .. (board.vars.ticks or 0) end,
        }"##;
        let folder = Folder::with_script(script);
        folder.write("levels/game/a.txt", "@ @\n@@@\n");
        let mut terminal = in_folder(&folder, (60, 16), &[]);
        terminal.until_shown("Ticks 0");
        terminal.keys(RIGHT);
        terminal.until_shown("Ticks 3");
        terminal.keys(" ");
        terminal.until_shown("let time go on");
        terminal.keys(CONTROL_C);
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn the_board_follows_another_size_of_the_terminal_however_small() {
        let (_folder, mut terminal) = play((20, 5));
        terminal.until_shown("This needs");
        terminal.resize((60, 16));
        terminal.until_shown("##●     ##      ##");
        terminal.resize((30, 10));
        terminal.until("a narrower header", |screen| {
            let header = screen.rows(0, 30).next().unwrap_or_default();
            header.trim_end().ends_with("Steps 0") && screen.contents().contains("##●")
        });
        terminal.keys(ESCAPE);
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn levels_and_options_are_lists() {
        let (folder, terminal) = play((60, 16));
        drop(terminal);
        folder
            .write("levels/game/a.xsb", &format!("{LEVEL}Title: First\n\n{LEVEL}Title: Second\n"));
        let mut terminal = in_folder(&folder, (60, 16), &[("NO_COLOR", "1")]);
        terminal.until_shown("##●");
        terminal.keys("o");
        terminal.until_shown("Unlock all levels");
        terminal.keys(&format!("{DOWN}{DOWN}{DOWN}\r{UP}{UP}{UP}4\r"));
        terminal.until_shown("4   (1 to 9)");
        terminal.keys("99\r");
        terminal.until_shown("expected a whole number from 1 to 9");
        terminal.keys(&format!("{RIGHT}o"));
        terminal.until_gone("Unlock all levels");
        terminal.keys(&format!("{RIGHT}\t"));
        terminal.until_shown("2  Second");
        terminal.keys("sec");
        terminal.until_gone("1  First");
        terminal.keys("\r");
        let screen = terminal.until_shown("2 / 2");
        assert!(screen.contains("Second"), "{screen}");
        terminal.keys(CONTROL_C);
        assert_eq!(terminal.ends().1, 0);
    }

    #[test]
    fn without_a_display_the_terminal_is_taken_by_itself_and_that_is_said() {
        let arguments = ["play", "sokoban"];
        let mut terminal = Terminal::start((80, 24), &arguments, &[]);
        terminal.until_shown("Little Heart");
        terminal.keys(ESCAPE);
        let (said, status) = terminal.ends();
        assert!(
            said.contains("There is no display: the game is played in the terminal."),
            "{said}"
        );
        assert_eq!(status, 0);
    }

    #[test]
    fn the_terminal_is_taken_too_where_no_window_opens() {
        let display = [("DISPLAY", ":nowhere")];
        let mut terminal = Terminal::start((80, 24), &["play", "sokoban"], &display);
        terminal.until_shown("Little Heart");
        terminal.keys(ESCAPE);
        let (said, status) = terminal.ends();
        let said = said.replace('\n', "");
        assert!(said.contains("No window opens here ("), "{said}");
        assert!(said.contains("): the game is played in the terminal."), "{said}");
        assert_eq!(status, 0);
    }

    #[test]
    fn what_is_no_terminal_is_not_played_in() {
        let output = std::process::Command::new(PROGRAM).args(["play", "--terminal"]).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            said,
            "tilewright: there is no terminal to play in: input or output is a file or another \
             program\n"
        );
        assert!(output.stdout.is_empty());
    }

    #[test]
    fn a_game_that_cannot_be_opened_leaves_the_terminal_alone() {
        let terminal = Terminal::start((80, 24), &["play", "nogame", "--terminal"], &[]);
        let (said, status) = terminal.ends();
        assert!(said.contains("tilewright: ") && said.contains("nogame"), "{said}");
        assert_eq!(status, 2);
    }
}
