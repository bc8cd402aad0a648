import type { MessageHit } from '@logyard/contract/search/search-results'
import { Anchor } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { useFormatValue } from '../fields/field-format.ts'
import { textOf, ValueMenu } from '../fields/value-menu.tsx'
import { HighlightedText } from '../highlighting/highlighted-text.tsx'
import { useJsonView } from './json-value.tsx'
import { LongText } from './long-text.tsx'
import classes from './message-detail.module.css'
import { messageValue } from './message-value.ts'

const LINES = 12

/** The value of a field, exactly as it was sent; instants in the user's zone. */
export function FieldValue({ hit, name, isInteractive }: { hit: MessageHit; name: string; isInteractive: boolean }) {
  const t = useText()
  const { typeOf } = useFieldTypes()
  const format = useFormatValue()
  const value = hit.message[name]
  const { formatted, toggle } = useJsonView(value)
  const link = linkIn(value)
  if (link !== undefined)
    return (
      <Anchor href={link} target="_blank" rel="noreferrer noopener" size="sm">
        {link}
      </Anchor>
    )
  const text = formatted ?? format(value, typeOf(name))
  const shown = text.trim() === '' ? t('messages.emptyValue') : text
  const ranges = text === textOf(value) ? hit.highlight_ranges[name] : undefined
  return (
    <>
      <LongText text={shown} lines={LINES}>
        {(part) => {
          const content = (
            <span className={classes['value']}>
              <HighlightedText text={part} ranges={ranges} />
            </span>
          )
          if (!isInteractive) return content
          return (
            <ValueMenu of={messageValue(hit, name)} shown={shown}>
              {content}
            </ValueMenu>
          )
        }}
      </LongText>
      {toggle}
    </>
  )
}

/** A link created by a decorator; anything else that claims to be one is shown as text. */
function linkIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('href' in value) || !('type' in value)) return undefined
  return typeof value.href === 'string' && /^https?:\/\//i.test(value.href) ? value.href : undefined
}
