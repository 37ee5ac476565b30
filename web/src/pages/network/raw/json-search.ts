import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  SearchQuery,
  search,
  searchKeymap,
  setSearchQuery,
} from '@codemirror/search'
import { StateEffect } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

/** One field: Enter finds the next match, Shift+Enter the previous one, Escape closes it. */
function panelOf(view: EditorView, label: string) {
  const dom = document.createElement('div')
  dom.className = 'json-search'
  const field = document.createElement('input')
  field.type = 'search'
  field.placeholder = label
  field.ariaLabel = label
  field.setAttribute('main-field', 'true') // what the editor focuses when it opens the panel
  field.addEventListener('input', () => {
    const query = new SearchQuery({ search: field.value, literal: true })
    view.dispatch({ effects: setSearchQuery.of(query) })
  })
  field.addEventListener('keydown', (event) => {
    const command = { Enter: event.shiftKey ? findPrevious : findNext, Escape: closeSearchPanel }[event.key]
    if (!command) return
    event.preventDefault()
    command(view)
    if (event.key === 'Escape') view.focus()
  })
  dom.append(field)
  return { dom, top: true, mount: () => field.focus() }
}

const ready = new WeakSet<EditorView>()

/** Opens the search of an editor, and installs it the first time. */
export function openSearch(view: EditorView, label: string): void {
  const parts = [search({ top: true, createPanel: (of) => panelOf(of, label) }), keymap.of(searchKeymap)]
  if (!ready.has(view)) view.dispatch({ effects: StateEffect.appendConfig.of(parts) })
  ready.add(view)
  openSearchPanel(view)
}
