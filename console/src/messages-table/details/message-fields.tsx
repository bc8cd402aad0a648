import { FIELD } from '@logyard/contract/messages/message-fields'
import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Anchor, Badge, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import { useFormatValue } from '../fields/field-format.ts'
import { FieldMenu } from '../fields/field-menu.tsx'
import { textOf } from '../fields/menu-value.ts'
import { ValueMenu } from '../fields/value-menu.tsx'
import { HighlightedText } from '../highlighting/highlighted-text.tsx'
import { useJsonView } from './json-value.tsx'
import { LongText } from './long-text.tsx'
import classes from './message-detail.module.css'
import type { ShownMessage } from './message-text.tsx'
import { messageValue } from './message-value.ts'
import { Original } from './original-value.tsx'
import { ValueButtons } from './value-buttons.tsx'

interface MessageFieldsProps extends ShownMessage {
  readonly widget: MessagesWidget | undefined
  readonly title: string
  readonly names: readonly string[]
}

/** Fields of a message: as stored, and as decorators changed them. */
export function MessageFields({ hit, widget, title, names, isInteractive, isShowingChanges }: MessageFieldsProps) {
  const t = useText()
  if (names.length === 0) return null
  return (
    <div>
      <div className={classes['caption']}>{title}</div>
      <dl className={classes['list']}>
        {names.map((name) => (
          <div key={name} className={classes['field']}>
            <dt translate="no">
              {isInteractive ? (
                <FieldMenu field={name} widget={widget} table={widget}>
                  {name}
                </FieldMenu>
              ) : (
                name
              )}
              {isFromDecorator(hit, name) && (
                <Badge size="xs" ml={6} translate="yes">
                  {t('messages.decorated')}
                </Badge>
              )}
            </dt>
            <dd translate="no">
              {name === FIELD.fullMessage ? (
                <Text span size="xs" c="dimmed" translate="yes">
                  {t('messages.sameAsMessage')}
                </Text>
              ) : (
                <FieldValue hit={hit} name={name} isInteractive={isInteractive} />
              )}
              {isInteractive && <ValueButtons hit={hit} name={name} widget={widget} />}
              {isShowingChanges && <Original hit={hit} name={name} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The fields that decorators took away, with the values that were stored. */
export function RemovedFields({ hit }: { hit: MessageHit }) {
  const t = useText()
  const removed = Object.entries(hit.decoration_stats?.removed_fields ?? {})
  if (removed.length === 0) return null
  return (
    <div>
      <div className={classes['caption']}>{t('messages.removed')}</div>
      <dl className={classes['list']}>
        {removed.map(([name, value]) => (
          <div key={name} className={classes['field']}>
            <dt translate="no">{name}</dt>
            <dd>
              <Text size="xs" c="dimmed" td="line-through" translate="no">
                {textOf(value)}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const LINES = 12

/** The value of a field, exactly as it was sent; instants in the user's zone. */
function FieldValue({ hit, name, isInteractive }: { hit: MessageHit; name: string; isInteractive: boolean }) {
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
