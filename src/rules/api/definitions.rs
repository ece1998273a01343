//! The API as definitions in the form that the Lua language servers of editors (LuaLS, EmmyLua)
//! read, made from its tables. Knows no single function but for the types that words in
//! signatures stand for.

use crate::rules::api::classes::{ALIASES, CLASSES};
use crate::rules::api::reference::wrapped;
use crate::rules::api::signature::{Param, Signature};
use crate::rules::api::{FIELDS, FUNCTIONS, Field, Function, LUA_FUNCTIONS, LUA_METHODS, METHODS};

/// The definitions, with help for what is under the pointer in an editor.
#[must_use]
pub fn definitions() -> String {
    let mut text = String::from(HEAD);
    for (name, meaning) in ALIASES {
        text.push_str(&format!("\n---@alias tilewright.{name} {meaning}\n"));
    }
    for class in CLASSES {
        text.push_str(&begun(class.name, class.help));
        class.fields.iter().for_each(|own| text.push_str(&field(own, own.signature)));
    }
    text.push_str(&begun("Board", "What a rule looks at and changes."));
    FIELDS.iter().for_each(|own| text.push_str(&field(own, field_type(own))));
    text.push_str(&methods("board", FUNCTIONS, LUA_FUNCTIONS));
    text.push_str(&begun("Cells", "A list of cells that the host keeps."));
    text.push_str("---@field [integer] tilewright.Cell\n");
    text.push_str(&methods("cells", METHODS, LUA_METHODS));
    text
}

const HEAD: &str = "---@meta\n\
    -- What a script of Tilewright returns and what it finds on `board`, for editors. Made by\n\
    -- `tilewright api --lua`.\n";

/// The first lines of a class.
fn begun(name: &str, help: &str) -> String {
    format!("\n---{}\n---@class tilewright.{name}\n", wrapped(help, 92, "---"))
}

fn field(field: &Field, kind: &str) -> String {
    format!("---{}\n---@field {} {kind}\n", wrapped(field.help, 92, "---"), field.name)
}

/// All functions of a class.
fn methods(owner: &str, functions: &[Function], in_lua: &[Field]) -> String {
    let functions = functions.iter().map(|own| (own.name, own.signature, own.help));
    let in_lua = in_lua.iter().map(|own| (own.name, own.signature, own.help));
    let each = functions.chain(in_lua);
    let each = each.map(|(name, signature, help)| method(owner, name, signature, help));
    std::iter::once(format!("local {owner} = {{}}\n")).chain(each).collect()
}

fn method(owner: &str, name: &str, signature: &str, help: &str) -> String {
    let Signature { mut params, results } = Signature::of(signature);
    // Nothing can follow what there may be any number of: it is one of these.
    if let Some(many) = params.iter().position(|param| param.name == "...") {
        params.truncate(many + 1);
        params[many].optional = false;
    }
    let types = match by_hand(owner, name) {
        Some(types) => types.to_owned(),
        None => types(name, &params, &results),
    };
    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    let help = wrapped(help, 92, "---");
    format!("\n---{help}\n{types}function {owner}:{name}({}) end\n", names.join(", "))
}

/// What the words of a signature cannot tell.
fn by_hand(owner: &str, name: &str) -> Option<&'static str> {
    match (owner, name) {
        ("board", "random") => Some(
            "---@param m integer\n---@param n? integer\n---@return integer\n\
             ---@overload fun(self: tilewright.Board): number\n",
        ),
        ("board", "shuffle") => Some("---@generic T: table\n---@param list T\n---@return T\n"),
        ("board", "refuse") => {
            Some("---@param text string\n---@param cell? tilewright.Cell\n---@return never\n")
        }
        // It may be nil. But nearly every rule asks for the one player that `start` has made
        // sure of, and a warning there would only teach not to read warnings.
        ("board", "find") => Some("---@param tile string\n---@return tilewright.Cell\n"),
        _ => None,
    }
}

fn types(function: &str, params: &[Param], results: &[String]) -> String {
    let params = params.iter().map(|param| {
        let optional = if param.optional { "?" } else { "" };
        format!("---@param {}{optional} {}\n", param.name, param_type(function, param))
    });
    let results = results.iter().map(|result| format!("---@return {}\n", result_type(result)));
    params.chain(results).collect()
}

fn param_type(function: &str, param: &Param) -> &'static str {
    match (function, param.name.as_str()) {
        ("set" | "clear", "cell") => "tilewright.Cell|tilewright.Cell[]|tilewright.Cells",
        ("swap", "other") | (_, "cell" | "from" | "to") => "tilewright.Cell",
        ("resize", "cells") => "\"square\"|\"hex\"",
        ("add", "n") => "number",
        ("count", "tile") => "string|string[]",
        ("all", "...") => "string|tilewright.Asks",
        (_, "x" | "y" | "n" | "width" | "height") => "integer",
        (_, "dir") => "tilewright.Dir",
        _ => "string",
    }
}

fn result_type(words: &str) -> &'static str {
    match words {
        "cell or nil" => "tilewright.Cell?",
        "tile or nil" | "steps or nil" => "string?",
        "cells" => "tilewright.Cells",
        "list of masks" => "tilewright.Masks",
        "boolean" => "boolean",
        "x" | "y" | "whole number" => "integer",
        "number" => "number",
        "table" => "tilewright.Cell[]",
        _ => "any",
    }
}

fn field_type(field: &Field) -> &'static str {
    match (field.name, field.signature) {
        (_, "number") => "integer",
        (_, "boolean") => "boolean",
        (_, "list of directions") => "tilewright.Dir[]",
        ("level", _) => "tilewright.Level",
        _ => "table<string, any>",
    }
}
