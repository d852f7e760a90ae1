"""What is done about each message of an editor."""

import signal

from lsprotocol import types

from cudabmc.language_server.client_settings import SECTION
from cudabmc.language_server.code_actions import accepting_actions
from cudabmc.language_server.hover import hover_at
from cudabmc.language_server.server import VerificationServer

_OPTION_FILES = ("**/cudabmc.toml", "**/pyproject.toml", "**/compile_commands.json")
"""What says how the files are verified, besides the settings."""


def _initialize(ls: VerificationServer, params: types.InitializeParams) -> None:
    ls.take_settings(params.initialization_options)


async def _initialized(ls: VerificationServer, params: types.InitializedParams) -> None:
    ls.end_on_signals()
    ls.ask_for_settings()
    workspace = ls.client_capabilities.workspace
    told = workspace and workspace.did_change_configuration
    if told and told.dynamic_registration:
        options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        await ls.ask_to_be_told(types.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
    watched = workspace and workspace.did_change_watched_files
    if watched and watched.dynamic_registration:
        kinds = types.WatchKind.Create | types.WatchKind.Change | types.WatchKind.Delete
        watchers = [types.FileSystemWatcher(pattern, kinds) for pattern in _OPTION_FILES]
        files = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        await ls.ask_to_be_told(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, files)


def _settings_changed(ls: VerificationServer, params: types.DidChangeConfigurationParams) -> None:
    """Editors send the settings, or only say that there are new ones."""
    told = params.settings
    if isinstance(told, dict) and SECTION in told:
        ls.take_settings(told[SECTION])
    else:
        ls.ask_for_settings()


def _files_changed(ls: VerificationServer, params: types.DidChangeWatchedFilesParams) -> None:
    for path in ls.programs():
        ls.verify_if_program(path)


def _opened(ls: VerificationServer, params: types.DidOpenTextDocumentParams) -> None:
    path = ls.path_of(params.text_document.uri)
    if path is not None:
        ls.open[path] = params.text_document.uri
        ls.verify_if_program(path)


async def _saved(ls: VerificationServer, params: types.DidSaveTextDocumentParams) -> None:
    path = ls.path_of(params.text_document.uri)
    if path is not None:
        ls.verify_if_program(path)
        await ls.verify_including(path)


def _closed(ls: VerificationServer, params: types.DidCloseTextDocumentParams) -> None:
    path = ls.path_of(params.text_document.uri)
    if path is not None:
        ls.drop(path)
        ls.open.pop(path, None)


def _hover(ls: VerificationServer, params: types.HoverParams) -> types.Hover | None:
    path = ls.path_of(params.text_document.uri)
    if path is None:
        return None
    return hover_at(params.position, path, ls.lines_of(path), ls.verifications.answers.values(), ls.diagnoser())


def _code_actions(ls: VerificationServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    path = ls.path_of(uri)
    only = params.context.only
    if path is None or (only and types.CodeActionKind.QuickFix not in only):
        return []
    findings = [one for answer in ls.verifications.answers.values() for one in answer.findings]
    return accepting_actions(uri, path, ls.lines_of(path), params.context.diagnostics, findings)


async def _shutdown(ls: VerificationServer, params: None) -> None:
    ls.shut_down = True
    await ls.verifications.end()


def serve() -> int:
    """Speak on standard input and output until the editor says exit, or is gone; the exit status is 1 if it has not
    shut down the server before."""
    server = VerificationServer()
    for name, handler in (
        (types.INITIALIZE, _initialize),
        (types.INITIALIZED, _initialized),
        (types.SHUTDOWN, _shutdown),
        (types.WORKSPACE_DID_CHANGE_CONFIGURATION, _settings_changed),
        (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _files_changed),
        (types.TEXT_DOCUMENT_DID_OPEN, _opened),
        (types.TEXT_DOCUMENT_DID_SAVE, _saved),
        (types.TEXT_DOCUMENT_DID_CLOSE, _closed),
        (types.TEXT_DOCUMENT_HOVER, _hover),
    ):
        server.feature(name)(handler)
    actions = types.CodeActionOptions([types.CodeActionKind.QuickFix])
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, actions)(_code_actions)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python would wait for the next message before it ends
    server.start_io()
    return 0 if server.shut_down else 1
