import { useEffect, useState } from 'react'
import { type Span, selectedPart } from '../drafts/selected-part.ts'
import type { ExtractSource } from './extract-source.ts'

export interface TextSelection {
  readonly source: ExtractSource
  readonly part: Span
  /** Where it is on the screen. */
  readonly at: DOMRect
}

/** The selected part of one of the watched texts, once the user has released the mouse or the key. */
export function useTextSelection(watched: ReadonlyMap<Element, ExtractSource>): TextSelection | undefined {
  const [selection, setSelection] = useState<TextSelection>()
  useEffect(() => {
    const settle = () => setSelection(selectionIn(watched))
    const drop = () => {
      if (window.getSelection()?.isCollapsed !== false) setSelection(undefined)
    }
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setSelection(undefined)
    }
    const hide = () => setSelection(undefined)
    document.addEventListener('pointerup', settle)
    document.addEventListener('keyup', settle)
    document.addEventListener('keydown', close)
    document.addEventListener('selectionchange', drop)
    document.addEventListener('scroll', hide, true)
    return () => {
      document.removeEventListener('pointerup', settle)
      document.removeEventListener('keyup', settle)
      document.removeEventListener('keydown', close)
      document.removeEventListener('selectionchange', drop)
      document.removeEventListener('scroll', hide, true)
    }
  }, [watched])
  return selection
}

function selectionIn(watched: ReadonlyMap<Element, ExtractSource>): TextSelection | undefined {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0 || watched.size === 0) return undefined
  const range = selection.getRangeAt(0)
  for (const [element, source] of watched) {
    if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) continue
    const before = document.createRange()
    before.setStart(element, 0)
    before.setEnd(range.startContainer, range.startOffset)
    const from = before.toString().length
    const part = selectedPart(source.text, { from, to: from + range.toString().length })
    return part && { source, part, at: range.getBoundingClientRect() }
  }
  return undefined
}
