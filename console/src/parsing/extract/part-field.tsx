import { Input } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { type Span, selectedPart } from '../drafts/selected-part.ts'
import type { Mark } from '../marked-text/mark.ts'
import { MarkedText } from '../marked-text/marked-text.tsx'
import classes from './extract.module.css'

interface PartFieldProps {
  /** The name of the field. */
  readonly label: string
  readonly text: string
  readonly part: Span | undefined
  readonly onChange: (part: Span | undefined) => void
  readonly marked: readonly Mark[]
}

/** The text of a message, of which a part is selected by mouse or with Shift and the arrow keys. */
export function PartField({ label, text, part, onChange, marked }: PartFieldProps) {
  const t = useText()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const first = useRef(part)
  useEffect(() => {
    // Not `readonly`: browsers move no caret in such a field.
    const refuse = (event: InputEvent) => event.preventDefault()
    const field = area.current
    field?.addEventListener('beforeinput', refuse)
    return () => field?.removeEventListener('beforeinput', refuse)
  }, [])
  useEffect(() => {
    if (first.current !== undefined) area.current?.setSelectionRange(first.current.from, first.current.to)
  }, [])
  const select = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    if (selectionStart !== selectionEnd) onChange(selectedPart(text, { from: selectionStart, to: selectionEnd }))
  }
  return (
    <Input.Wrapper
      id={id}
      label={<span translate="no">{label}</span>}
      description={t('parsing.extract.select')}
      descriptionProps={{ id: `${id}-help` }}
    >
      {/* The text with its marks lies under a text area, which brings the selection. */}
      <div className={classes['part']}>
        <div className={classes['marks']} aria-hidden>
          <MarkedText text={text} marks={marked} fields={[...new Set(marked.map(({ field }) => field))]} />
        </div>
        <textarea
          ref={area}
          id={id}
          className={classes['area']}
          aria-describedby={`${id}-help`}
          aria-readonly
          inputMode="none"
          onChange={ignore}
          rows={1}
          spellCheck={false}
          translate="no"
          value={text}
          onSelect={({ currentTarget }) => select(currentTarget)}
        />
      </div>
    </Input.Wrapper>
  )
}

/** The text cannot be changed. */
const ignore = () => undefined
