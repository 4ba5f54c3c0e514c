// The part of CodeMirror that the writing desk uses: its own types are in build/codemirror/, which `npm ci` does not install.
export type Extension = object

export interface Text {
  readonly length: number
  eq(other: Text): boolean
  sliceString(from: number, to?: number): string
  lineAt(position: number): { from: number; to: number; number: number; text: string }
  toString(): string
}

export interface Edit {
  from: number
  to: number
  text: string
}

export class ChangeSet {
  static empty(length: number): ChangeSet
  static of(changes: object, length: number): ChangeSet
  compose(next: ChangeSet): ChangeSet
  readonly empty: boolean
  mapPos(position: number, side?: number): number
  iterChanges(each: (fromA: number, toA: number, fromB: number, toB: number, inserted: Text) => void): void
}

export class EditorState {
  static create(config: { doc: string; extensions: Extension[] }): EditorState
  readonly doc: Text
  readonly selection: { main: { from: number; to: number; head: number } }
}

export interface Update {
  docChanged: boolean
  changes: ChangeSet
}

export class EditorView {
  constructor(config: { state: EditorState; parent: ShadowRoot; root: ShadowRoot })
  readonly state: EditorState
  dispatch(...transactions: object[]): void
  focus(): void
  destroy(): void
  posAtCoords(place: { x: number; y: number }): number | null
  static readonly lineWrapping: Extension
  static readonly contentAttributes: { of(attributes: Record<string, string>): Extension }
  static readonly updateListener: { of(listener: (update: Update) => void): Extension }
  static theme(rules: Record<string, Record<string, string | Record<string, string>>>): Extension
  static domEventHandlers(handlers: {
    paste?(event: ClipboardEvent, view: EditorView): boolean | undefined
    drop?(event: DragEvent, view: EditorView): boolean | undefined
  }): Extension
}

export interface Completion {
  label: string
  displayLabel?: string
  detail?: string
  apply?: (view: EditorView, completion: Completion, from: number, to: number) => void
}

export interface CompletionContext {
  state: EditorState
  pos: number
  explicit: boolean
}

export interface CompletionResult {
  from: number
  options: Completion[]
  filter: boolean
}

export function autocompletion(config: {
  override: ((context: CompletionContext) => CompletionResult | null)[]
  icons: boolean
}): Extension

export interface Diagnostic {
  from: number
  to: number
  severity: 'error' | 'warning'
  message: string
  actions: { name: string; apply(view: EditorView, from: number, to: number): void }[]
}

export function setDiagnostics(state: EditorState, diagnostics: Diagnostic[]): object

export interface Binding {
  key: string
  run(view: EditorView): boolean
}

export const keymap: { of(bindings: readonly Binding[]): Extension }
export const completionKeymap: readonly Binding[]
export const defaultKeymap: readonly Binding[]
export const historyKeymap: readonly Binding[]
export const lintKeymap: readonly Binding[]
export const searchKeymap: readonly Binding[]
export const insertNewlineContinueMarkup: Binding['run']
export const deleteMarkupBackward: Binding['run']
export function search(config: { top: boolean }): Extension
export function history(): Extension
export const isolateHistory: { of(side: 'full'): object }
export function drawSelection(): Extension
export function dropCursor(): Extension
export const tags: Record<string, object>
export const HighlightStyle: { define(rules: object[]): object }
export function syntaxHighlighting(style: object): Extension
export class Language implements Extension {
  constructor(data: object, parser: object, extensions: Extension[], name: string)
  readonly data: object
  readonly parser: { configure(extensions: object[]): object }
}
export const markdownLanguage: Language
