import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { withWords } from '../../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import styles from './raw.module.css'

/** Uses the page's colours, which follow the theme. */
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--second)' },
])

const look = EditorView.theme({
  '&': { color: 'var(--mantine-color-text)', backgroundColor: 'var(--surface)', maxHeight: '68vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--ground)',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.json-search': { padding: '8px 10px' },
  '.json-search input': {
    width: 'min(100%, 320px)',
    minHeight: '32px',
    padding: '4px 10px',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '8px',
    background: 'var(--ground)',
    color: 'inherit',
    font: 'inherit',
  },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--second) 30%, transparent)' },
  '.cm-panels, .cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--mantine-color-text)' },
})

/** The browser's search sees only rendered lines; this one is loaded on first use. */
const findKey = (label: string) =>
  keymap.of([
    {
      key: 'Mod-f',
      run: (view) => {
        void withWords(() => import('./json-search.ts')).then(({ openSearch }) => openSearch(view, label))
        return true
      },
    },
  ])

/** The part of the basic setup that JSON needs; completion has nothing to offer here and is a quarter of it. */
const tools = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
]

interface Props {
  label: string
  value: string
  /** Without it the editor is read-only. */
  onChange?(value: string): void
}

/** A JSON editor or viewer. Tab leaves it, so that it does not trap the focus (WCAG 2.1.2). */
export function JsonEditor({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const search = t('raw.find')
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  const first = useRef(value)
  const readOnly = onChange === undefined

  useEffect(() => {
    if (!place.current) return
    const editor = new EditorView({
      parent: place.current,
      doc: first.current,
      extensions: [
        findKey(search),
        tools,
        json(),
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', tabindex: '0' }),
        readOnly ? [EditorState.readOnly.of(true)] : [linter(jsonParseLinter()), lintGutter()],
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current?.(update.state.doc.toString())
        }),
      ],
    })
    view.current = editor
    return () => {
      first.current = editor.state.doc.toString()
      editor.destroy()
    }
  }, [label, search, readOnly])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={place} className={styles.editor} dir="ltr" />
}
