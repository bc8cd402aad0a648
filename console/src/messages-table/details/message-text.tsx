import { FIELD } from '@logyard/contract/messages/message-fields'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { Badge, Box, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useExtractableText } from '../../parsing/extract/extract-provider.tsx'
import { extractSourceOf } from '../../parsing/extract/extract-source.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import { textOf } from '../fields/menu-value.ts'
import { ValueMenuItems } from '../fields/value-menu.tsx'
import { HighlightedText } from '../highlighting/highlighted-text.tsx'
import { useJsonView } from './json-value.tsx'
import { LongText } from './long-text.tsx'
import classes from './message-text.module.css'
import { messageValue } from './message-value.ts'
import { Original } from './original-value.tsx'
import { isFrame } from './stack-trace.ts'

/** A message, and how its details show it. */
export interface ShownMessage {
  readonly hit: MessageHit
  readonly isInteractive: boolean
  readonly isShowingChanges: boolean
}

const MESSAGE_LINES = 40
const TRACE_LINES = 14

/** The message in full, exactly as it was sent. */
export function MessageText({ hit, isInteractive, isShowingChanges }: ShownMessage) {
  const t = useText()
  const stored = textOf(hit.message.message ?? '')
  const { formatted, toggle } = useJsonView(stored)
  const text = formatted ?? stored
  const ranges = formatted === undefined ? hit.highlight_ranges[FIELD.message] : undefined
  const isStoredText = formatted === undefined && !isFromDecorator(hit, FIELD.message)
  const source = useMemo(() => (isStoredText ? extractSourceOf(hit, FIELD.message) : undefined), [hit, isStoredText])
  const extractable = useExtractableText<HTMLDivElement>(source)
  return (
    <figure className={classes['block']} aria-label={t('messages.text')}>
      <Box miw={0} py={3}>
        <LongText text={text} lines={MESSAGE_LINES}>
          {(shown) => (
            <div ref={extractable} className={classes['message']} translate="no">
              <HighlightedText text={shown} ranges={ranges} />
            </div>
          )}
        </LongText>
        {isFromDecorator(hit, FIELD.message) && <Badge size="xs">{t('messages.decorated')}</Badge>}
        {isShowingChanges && <Original hit={hit} name={FIELD.message} />}
      </Box>
      <TextActions hit={hit} field={FIELD.message} text={stored} isInteractive={isInteractive}>
        {toggle}
      </TextActions>
    </figure>
  )
}

/** A stack trace, or another long text of the message: what happened stands out, its positions in the code do not. */
export function TraceText({ hit, name, isInteractive, isShowingChanges }: ShownMessage & { readonly name: string }) {
  const t = useText()
  const text = textOf(hit.message[name])
  return (
    <figure className={classes['block']} aria-label={t('messages.text.of', { field: name })}>
      <Box miw={0} py={3}>
        <Text component="div" inherit c="dimmed" fz="xs" mb={2} translate="no">
          {name}
          {isFromDecorator(hit, name) && (
            <Badge size="xs" ml={6} translate="yes">
              {t('messages.decorated')}
            </Badge>
          )}
        </Text>
        <LongText text={text} lines={TRACE_LINES}>
          {(shown) => (
            <div className={classes['trace']} translate="no">
              <Lines text={shown} />
            </div>
          )}
        </LongText>
        {isShowingChanges && <Original hit={hit} name={name} />}
      </Box>
      <TextActions hit={hit} field={name} text={text} isInteractive={isInteractive} />
    </figure>
  )
}

/** Runs of lines, so that a trace of thousands of lines becomes few elements. */
function Lines({ text }: { text: string }) {
  const runs: { readonly from: number; readonly isOfFrames: boolean; text: string }[] = []
  let from = 0
  for (const line of text.split('\n')) {
    const last = runs.at(-1)
    const isOfFrames = isFrame(line)
    const added = from === 0 ? line : `\n${line}`
    if (last?.isOfFrames === isOfFrames) last.text += added
    else runs.push({ from, isOfFrames, text: added })
    from += line.length + 1
  }
  return runs.map((run) => (
    <span key={run.from} data-frames={run.isOfFrames || undefined}>
      {run.text}
    </span>
  ))
}

interface TextActionsProps {
  readonly hit: MessageHit
  readonly field: string
  readonly text: string
  readonly isInteractive: boolean
  readonly children?: ReactNode
}

function TextActions({ hit, field, text, isInteractive, children }: TextActionsProps) {
  const t = useText()
  const label = t('messages.text.actions', { field })
  return (
    <Group gap={2} wrap="nowrap" className={classes['actions'] ?? ''}>
      {children}
      <CopyButton value={text} label={t(field === FIELD.message ? 'messages.copyText' : 'messages.text.copy')} />
      {isInteractive && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ToolButton label={label}>
              <IconDots size={15} />
            </ToolButton>
          </Menu.Target>
          <Menu.Dropdown>
            <ValueMenuItems of={messageValue(hit, field)} />
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
