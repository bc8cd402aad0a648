import type { ConnectionSign } from '@logyard/contract/ingest/input-diagnosis'
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { FirstMessageCommand } from '../first-message-command.tsx'
import classes from './diagnosis.module.css'
import { FindingAction, type FindingProps } from './finding-action.tsx'
import { type Finding, type FindingTone, toneOf } from './findings.ts'
import { useFindingText } from './use-finding-text.ts'

const ICONS: Readonly<Record<FindingTone, ReactNode>> = {
  bad: <IconAlertTriangle size={18} aria-hidden />,
  warn: <IconAlertTriangle size={18} aria-hidden />,
  info: <IconInfoCircle size={18} aria-hidden />,
  ok: <IconCircleCheck size={18} aria-hidden />,
}

/** One finding: what was seen, what to try, and the button that does it. */
export function FindingCard({ finding, ...props }: FindingProps & { readonly finding: Finding }) {
  const { title, text } = useFindingText()(props.input, props.inputs, finding)
  const tone = toneOf(finding)
  return (
    <div className={classes['finding']} data-tone={tone}>
      {ICONS[tone]}
      <div className={classes['findingText']}>
        <Text component="h2" size="sm" fw={550}>
          {title}
        </Text>
        {text !== undefined && <Text size="sm">{text}</Text>}
        {finding.kind === 'sign' && <Seen sign={finding.sign} />}
        {finding.kind === 'silent' && (
          <FirstMessageCommand
            input={props.input}
            text="inputs.diagnosis.try"
            className={classes['command']}
            withFirewall
          />
        )}
      </div>
      <FindingAction finding={finding} {...props} />
    </div>
  )
}

function Seen({ sign: { count, last_at, last_address, detail } }: { sign: ConnectionSign }) {
  const t = useText()
  return (
    <Text size="xs" c="dimmed" component="div">
      {t('inputs.diagnosis.times', { count })} · <RelativeTime instant={last_at} every="second" />
      {last_address !== '' && (
        <>
          {' · '}
          <span translate="no">{last_address}</span>
        </>
      )}
      {detail !== null && (
        <>
          {' · '}
          <span translate="no">{detail}</span>
        </>
      )}
    </Text>
  )
}
