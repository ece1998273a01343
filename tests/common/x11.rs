//! What no tool does for us: takes the focus from every window, sets the scale of a display, and
//! drops a file on a window as a file manager does, by the XDND protocol, version 5, from its
//! source's side (<https://freedesktop.org/wiki/Specifications/XDND/>).
#![allow(dead_code)] // each program uses its own part

use std::path::Path;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, InputFocus, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Takes the focus from whatever window has it.
pub fn take_focus(display: &str) {
    let (connection, _) = RustConnection::connect(Some(display)).unwrap();
    let (focus, now) = (InputFocus::NONE, x11rb::CURRENT_TIME);
    connection.set_input_focus(focus, x11rb::NONE, now).unwrap().check().unwrap();
}

/// What tells programs the settings of a desktop, by the XSETTINGS protocol
/// (<https://specifications.freedesktop.org/xsettings-spec/0.5/>). It is to be there before a
/// program starts, and stays for as long as this does.
pub struct Desktop {
    connection: RustConnection,
    own: u32,
}

impl Desktop {
    pub fn on(display: &str) -> Desktop {
        let (connection, screen) = RustConnection::connect(Some(display)).unwrap();
        let own = hidden_window(&connection, screen);
        let desktop = Desktop { connection, own };
        let selection = desktop.atom(&format!("_XSETTINGS_S{screen}"));
        let owned = desktop.connection.set_selection_owner(own, selection, 0u32);
        owned.unwrap().check().unwrap();
        desktop
    }

    fn atom(&self, name: &str) -> Atom {
        self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
    }

    /// Sets how many dots an inch has: with 96 a point is a pixel.
    pub fn set_dots(&self, dots: u32) {
        let settings = self.atom("_XSETTINGS_SETTINGS");
        // Little-endian, the serial number 0, one setting: a whole number of that name.
        let head = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 7, 0];
        let name = b"Xft/DPI\0\0\0\0\0";
        let bytes = [&head[..], name, &(dots * 1024).to_le_bytes()].concat();
        let (mode, own) = (PropMode::REPLACE, self.own);
        let set = self.connection.change_property8(mode, own, settings, settings, &bytes);
        set.unwrap().check().unwrap();
    }
}

/// A window that nobody sees.
fn hidden_window(connection: &RustConnection, screen: usize) -> u32 {
    let root = connection.setup().roots[screen].root;
    let own = connection.generate_id().unwrap();
    let (aux, class) = (CreateWindowAux::new(), WindowClass::INPUT_ONLY);
    connection.create_window(0, own, root, 0, 0, 1, 1, 0, class, 0, &aux).unwrap();
    own
}

struct Source {
    connection: RustConnection,
    target: u32,
    uri: String,
}

/// Drops a file on the middle of a window and waits until the window has taken it.
pub fn drop_file(display: &str, window: &str, path: &Path) {
    let (connection, screen) = RustConnection::connect(Some(display)).unwrap();
    let own = hidden_window(&connection, screen);
    let target = window.parse().unwrap();
    let uri = format!("file://{}\r\n", path.display());
    let source = Source { connection, target, uri };
    let selection = source.atom("XdndSelection");
    source.connection.set_selection_owner(own, selection, 0u32).unwrap();
    let copy = source.atom("XdndActionCopy");
    let list = source.atom("text/uri-list");
    source.send("XdndEnter", [own, 5 << 24, list, 0, 0]);
    source.send("XdndPosition", [own, 0, (100 << 16) | 100, 0, copy]);
    source.serve_until("XdndStatus");
    source.send("XdndDrop", [own, 0, 0, 0, 0]);
    source.serve_until("XdndFinished");
}

impl Source {
    fn atom(&self, name: &str) -> Atom {
        self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
    }

    fn send(&self, kind: &str, data: [u32; 5]) {
        let event = ClientMessageEvent::new(32, self.target, self.atom(kind), data);
        self.connection.send_event(false, self.target, EventMask::NO_EVENT, event).unwrap();
        self.connection.flush().unwrap();
    }

    /// Hands the file's name over to whoever asks, until the window says that.
    fn serve_until(&self, kind: &str) {
        let kind = self.atom(kind);
        loop {
            match self.connection.wait_for_event().unwrap() {
                Event::SelectionRequest(request) => self.answer(&request),
                Event::ClientMessage(message) if message.type_ == kind => return,
                _ => {}
            }
        }
    }

    fn answer(&self, request: &SelectionRequestEvent) {
        let (window, property) = (request.requestor, request.property);
        let (mode, bytes) = (PropMode::REPLACE, self.uri.as_bytes());
        self.connection.change_property8(mode, window, property, request.target, bytes).unwrap();
        let told = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: window,
            selection: request.selection,
            target: request.target,
            property,
        };
        self.connection.send_event(false, window, EventMask::NO_EVENT, told).unwrap();
        self.connection.flush().unwrap();
    }
}
