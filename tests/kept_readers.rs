//! Files that the program itself has written, and those that come in a pack, are read or refused,
//! whatever has become of them: settings, marks, places, packs and their manifests, scripts and
//! skins, pictures. Nothing panics, the message names the file, and what is written is read again
//! as the same.

#[path = "common/cases.rs"]
mod cases;
mod common;
#[path = "common/damage.rs"]
mod damage;
#[path = "common/packs.rs"]
mod packs;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cases::cases;
use common::{Folder, stock_scripts, wanted};
use damage::{Bytes, files};
use image::{DynamicImage, ImageFormat};
use packs::{MANIFEST, good, zipped};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use tilewright::app::{
    Best, Keymap, MAX_MOTION, Player, Preferences, Progress, Stand, Store, StoreError, open,
};
use tilewright::files::{list, read, zipped as pack_of};
use tilewright::rules::{Limits, Manifest, Scripts, Setting, Settings};
use tilewright::view::{Frame, Moment, measure};

/// A game of the name that the files of these tests have.
const GAME: &str = "walker";

/// The files that are kept, each with a good one of them.
const KEPT: [(&str, &str); 5] = [
    ("settings.toml", "game = \"walker\"\nmotion = 120\nunlock_all = true\nwhole_walks = false\n"),
    (
        "games/walker.toml",
        "isometric = true\nskin = \"mine\"\n[params]\nwidth = 5\nrain = 0.5\nfog = true\n\
         picture = \"\"\n[keys]\nundo = [\"z\", \"backspace\"]\n",
    ),
    (
        "progress/walker.toml",
        "version = 1\n[levels.eba461170677219a]\ntitle = \"One\"\nsolution = \"rrD<click 5>\"\n\
         [levels.eba461170677219a.best]\nmoves = 3\npushes = 1\n",
    ),
    (
        "playing/walker.toml",
        "version = 1\nsource = \"a.xsb\"\nnumber = 1\nkey = \"eba461170677219a\"\nseed = \"7\"\n\
         history = \"rr2(l)<click 1>\"\ndone = 2\nwalks = [[0, 2]]\n[settings]\nwidth = 5\n",
    ),
    ("recent/walker.toml", "files = [\"/a.xsb\", \"/b.slc\"]\n"),
];

/// What is kept in a folder with that one file in it.
fn store_with(folder: &Folder, place: &str, bytes: &[u8]) -> Store {
    folder.write(place, "");
    std::fs::write(folder.path().join(place), bytes).unwrap();
    Store::in_folder(folder.path())
}

/// It is read, or what is said of it names the file.
fn is_told<T>(read: Result<T, StoreError>, place: &str) -> Option<T> {
    read.map_err(|error| assert!(error.to_string().contains(place), "{error}")).ok()
}

/// Reads all that is kept, and goes on where a player was.
fn is_kept(store: &Store, place: &str) {
    is_told(store.preferences(), place);
    is_told(store.last_game(), place);
    is_told(store.settings(GAME), place);
    is_told(store.keymap(GAME), place);
    is_told(store.skin(GAME), place);
    is_told(store.isometric(GAME), place);
    is_told(store.progress(GAME), place);
    is_told(store.recent(GAME), place);
    if let Some(stand) = is_told(store.stand(GAME), place).flatten() {
        goes_on(store, &stand);
    }
}

/// Starts where a player was, as far as that can be.
fn goes_on(store: &Store, stand: &Stand) {
    // A history of millions of steps is played as any other, and takes its time.
    if stand.history.contains(|c: char| c.is_ascii_digit()) && stand.history.len() > 40 {
        return;
    }
    let folder = Folder::with_script("");
    folder.write("scripts/walker.lua", packs::SCRIPT);
    folder.write("levels/1.xsb", packs::LEVEL);
    let scripts = Scripts::new(&folder.path().join("scripts"), GAME, Limits::default());
    let levels = folder.path().join("levels");
    let remembered = stand.settings.clone();
    let wanted = tilewright::app::Wanted {
        stand: Some(stand),
        remembered: &remembered,
        ..wanted(&levels, 1)
    };
    let opened = open(&scripts, &wanted).unwrap_or_else(|error| panic!("{error}"));
    let mut player = Player::new(scripts, opened).with_store(store.clone());
    player.resume(stand);
}

/// Any text but an empty one, which stands for nothing.
fn text() -> impl Strategy<Value = String> {
    any::<String>().prop_filter("a text", |text| !text.is_empty())
}

fn setting() -> impl Strategy<Value = Setting> {
    prop_oneof![
        Just(Setting::None),
        any::<bool>().prop_map(Setting::YesNo),
        (-1e300..1e300_f64).prop_map(Setting::Number),
        any::<i32>().prop_map(|number| Setting::Number(number.into())),
        text().prop_map(Setting::Text),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    vec((text(), setting()), 0..4).prop_map(|settings| settings.into_iter().collect())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn what_is_kept(
        (place, Bytes(bytes)) in select(&KEPT[..])
            .prop_flat_map(|(place, good)| (Just(place), files(vec![good.into()]))),
    ) {
        let folder = Folder::with_script("");
        let store = store_with(&folder, place, &bytes);
        is_kept(&store, place);
        // What was damaged has made room, and play goes on.
        let best = Best { title: "One".into(), solution: "r".into(), ..Best::default() };
        let mut progress = Progress::default();
        progress.note("key", best, None);
        let kept = store.keep_progress(GAME, &progress, None);
        if is_told(kept, place).is_some() {
            prop_assert!(store.progress(GAME).unwrap().best("key").is_some());
        }
    }

    #[test]
    fn what_is_set_is_read_again(
        settings in settings(),
        keys in btree_map(text(), vec(any::<String>(), 0..3), 0..3),
        skin in prop::option::of(any::<String>()),
        game in any::<String>(),
        flags in any::<[bool; 2]>(),
        motion in 0..=MAX_MOTION.as_millis(),
    ) {
        let folder = Folder::with_script("");
        let store = Store::in_folder(folder.path());
        let motion = Duration::from_millis(u64::try_from(motion).unwrap());
        let [whole_walks, unlock_all] = flags;
        let preferences = Preferences { motion, isometric: false, whole_walks, unlock_all };
        store.keep(GAME, &settings).unwrap();
        store.keep_keymap(GAME, &Keymap::new(keys.clone())).unwrap();
        store.keep_skin(GAME, skin.as_deref()).unwrap();
        store.keep_isometric(GAME, whole_walks).unwrap();
        store.keep_preferences(preferences).unwrap();
        store.keep_last_game(&game).unwrap();
        prop_assert_eq!(store.settings(GAME).unwrap(), settings);
        prop_assert_eq!(store.keymap(GAME).unwrap().changed().clone(), keys);
        prop_assert_eq!(store.skin(GAME).unwrap(), skin);
        prop_assert_eq!(store.isometric(GAME).unwrap(), whole_walks);
        prop_assert_eq!(store.preferences().unwrap(), preferences);
        prop_assert_eq!(store.last_game().unwrap(), Some(game));
    }

    #[test]
    fn what_was_done_is_read_again(
        key in any::<String>(),
        texts in any::<[String; 3]>(),
        scores in btree_map(any::<String>(), 0..1_000_000_000_000_000_u64, 0..3),
        source in prop::option::of(any::<String>()),
        board in prop::option::of(any::<String>()),
        seed in any::<u64>(),
        counts in any::<[u32; 4]>(),
        settings in settings(),
    ) {
        let folder = Folder::with_script("");
        let store = Store::in_folder(folder.path());
        let [title, solution, history] = texts;
        let mut progress = Progress::default();
        progress.note(&key, Best { title, scores, solution }, None);
        store.keep_progress(GAME, &progress, None).unwrap();
        prop_assert_eq!(store.progress(GAME).unwrap(), progress);
        let [number, done, from, to] = counts.map(|count| count as usize);
        let walks = vec![(from, to)];
        let stand = Stand { source, number, key: board, seed, settings, history, done, walks };
        store.keep_stand(GAME, &stand).unwrap();
        prop_assert_eq!(store.stand(GAME).unwrap(), Some(stand));
    }

    #[test]
    fn packs_of_any_files_are_read_again(
        contents in btree_map("[a-z]{1,8}(/[a-z]{1,8}){0,2}\\.(lua|xsb|png)", vec(any::<u8>(), 0..200), 1..6),
    ) {
        let folder = Folder::with_script("");
        let pack = folder.path().join("any.tilewright");
        std::fs::write(&pack, pack_of(&contents).unwrap()).unwrap();
        for (name, bytes) in &contents {
            prop_assert_eq!(&read(&pack.join(name)).unwrap(), bytes);
        }
    }

    #[test]
    fn packs(Bytes(bytes) in files(vec![zipped(&good()), pack_of(&plain_files()).unwrap()])) {
        let folder = Folder::with_script("");
        let path = folder.path().join("damaged.tilewright");
        std::fs::write(&path, bytes).unwrap();
        match Manifest::of_pack(&path) {
            Ok(manifest) => {
                prop_assert!(!manifest.about().is_empty());
                all_of(&path).iter().for_each(|file| drop(read(file).unwrap()));
            }
            Err(error) => prop_assert!(error.to_string().contains("damaged.tilewright")),
        }
    }

    #[test]
    fn manifests(Bytes(bytes) in files(vec![MANIFEST.into(), FULL_MANIFEST.into()])) {
        let folder = Folder::with_script("");
        let path = folder.path().join("pack.toml");
        std::fs::write(&path, &bytes).unwrap();
        match Manifest::read(&path) {
            Ok(manifest) => prop_assert!(!manifest.name.is_empty()),
            Err(error) => prop_assert!(error.to_string().starts_with(&*path.to_string_lossy())),
        }
    }
}

/// All that can stand in a manifest.
const FULL_MANIFEST: &str = "# A pack.\nname = \"walker\"\ntitle = 'Wälker'\nauthor = \"\"\"Some\nbody\"\"\"\n\
    version = \"0.1.0\"\ndescription = \"Walks.\"\napi = 0x1\nmore = { a = [1, 2.5, 1979-05-27] }\n";

fn plain_files() -> BTreeMap<String, Vec<u8>> {
    good().into_iter().collect()
}

/// Every file in a folder, and below.
fn all_of(folder: &Path) -> Vec<PathBuf> {
    let inside = list(folder).unwrap_or_default().into_iter();
    inside
        .flat_map(|path| {
            let below = all_of(&path);
            if below.is_empty() { vec![path] } else { below }
        })
        .filter(|path| tilewright::files::is_file(path))
        .collect()
}

/// A sheet of four by four pictures with every way to look through, as those forms have it.
fn sheets() -> Vec<(ImageFormat, Vec<u8>)> {
    let sheet = image::RgbaImage::from_fn(16, 16, |x, y| image::Rgba([x as u8, y as u8, 9, 200]));
    let sheet = DynamicImage::from(sheet);
    let colors =
        [sheet.clone(), sheet.to_rgb8().into(), sheet.to_luma8().into(), sheet.to_rgba16().into()];
    let mut sheets: Vec<_> =
        colors.iter().map(|color| (ImageFormat::Png, encoded(color, ImageFormat::Png))).collect();
    sheets.push((ImageFormat::Jpeg, encoded(&sheet.to_rgb8().into(), ImageFormat::Jpeg)));
    sheets
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

/// A game that shows a sheet in all ways.
const SHEET: &str = "local part = { 2, 1, 4, 4 }
return {
  tiles = {
    wall = { look = { edges = { image = 'sheet.png' } } },
    goal = { look = { image = 'sheet.png', part = part, fit = 'crop' } },
    player = { look = { frames = { { image = 'sheet.png', part = { 4, 4, 4, 4 } } }, fps = 4 } },
  },
  legend = { ['#'] = 'wall', ['.'] = 'goal', ['@'] = 'player' },
  act = function() end,
}
";

/// A skin of the same game.
const SKIN: &str = "return {
  title = 'Mine', background = '#102030',
  tiles = {
    wall = { shape = 'circle', color = '#aabbcc', size = { 0.5, 1 }, round = 0.25, rotate = 45 },
    goal = { { text = 'ö', at = { 0.5, -0.5 } }, { image = 'sheet.png', part = { 1, 2, 3, 4 } } },
    player = { frames = { { color = 'none' }, { shape = 'hexagon' } }, fps = 2,
      facing = { left = { outline = '#123', line = 0.1 } }, on = { goal = { tall = 2 } } },
  },
}
";

/// A folder with that game, its sheet and its skin.
fn sheet_game(script: &[u8], sheet: &[u8], skin: &[u8]) -> Folder {
    let folder = Folder::with_script("");
    folder.write("skins/game/mine.lua", "");
    folder.write("a.xsb", "#####\n#@.##\n#####\n");
    for (name, bytes) in [("game.lua", script), ("sheet.png", sheet), ("skins/game/mine.lua", skin)]
    {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    std::fs::write(folder.path().join("skins/game/sheet.png"), sheet).unwrap();
    folder
}

/// Shows the game, if there is one, and once more in its skin.
fn is_shown(folder: &Folder) {
    // Whatever else a damaged script does, it does not take long.
    let moment = Duration::from_millis(300);
    let limits = Limits { call: moment, start: moment, ..Limits::default() };
    let scripts = Scripts::new(folder.path(), "game", limits);
    let levels = folder.path().join("a.xsb");
    match open(&scripts, &wanted(&levels, 1)) {
        Ok(opened) => {
            let mut player = Player::new(scripts.clone(), opened);
            paint(&mut player);
            player.wear(Some("mine"));
            paint(&mut player);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = scripts.skin("mine") {
        assert!(!error.error.to_string().is_empty());
    }
}

fn paint(player: &mut Player) {
    let mut bytes = vec![0; 200 * 150 * 4];
    let mut frame = Frame::new(200, 150, &mut bytes).unwrap();
    player.paint(&mut frame, 100, Moment::STILL);
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn pictures_and_sheets(Bytes(bytes) in files(sheets().into_iter().map(|(_, bytes)| bytes).collect())) {
        let folder = sheet_game(SHEET.as_bytes(), &bytes, SKIN.as_bytes());
        let path = folder.path().join("sheet.png");
        if let Err(error) = measure(&path) {
            prop_assert!(error.to_string().starts_with(&*path.to_string_lossy()));
        }
        is_shown(&folder);
    }

    #[test]
    fn skins(Bytes(bytes) in files(good_skins())) {
        is_shown(&sheet_game(SHEET.as_bytes(), &sheets()[0].1, &bytes));
    }

    #[test]
    fn scripts(Bytes(bytes) in files(good_scripts())) {
        let folder = sheet_game(&bytes, &sheets()[0].1, SKIN.as_bytes());
        is_shown(&folder);
        match folder.scripts().check() {
            Ok(checked) => prop_assert!(checked.findings.iter().all(|found| !found.message.is_empty())),
            Err(error) => prop_assert!(!error.error.to_string().is_empty()),
        }
    }
}

fn good_skins() -> Vec<Vec<u8>> {
    let stock = stock_scripts().join("skins/sokoban/balls.lua");
    vec![SKIN.into(), std::fs::read(stock).unwrap()]
}

fn good_scripts() -> Vec<Vec<u8>> {
    let stock = ["sokoban.lua", "tumble.lua"].map(|name| std::fs::read(stock_scripts().join(name)));
    let stock = stock.map(Result::unwrap);
    [&[SHEET.into(), packs::SCRIPT.into()], &stock[..]].concat()
}
