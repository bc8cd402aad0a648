import { lazy, Suspense, useEffect, useState } from 'react'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

/** The command palette, which is loaded when it is first opened; keeps what is typed until its field has the focus. */
export function PaletteHost({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isInDialog(event.target)) return
      if (event.key.length !== 1 && event.key !== 'Enter' && event.key !== 'Backspace') return
      event.preventDefault()
      event.stopPropagation()
      if (event.key.length === 1) setText((typed) => typed + event.key)
      else if (event.key === 'Backspace') setText((typed) => typed.slice(0, -1))
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  return (
    <Suspense fallback={null}>
      <CommandPalette text={text} onText={setText} onClose={onClose} />
    </Suspense>
  )
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null
