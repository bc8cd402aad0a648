import type { ConnectionSign } from '@logyard/contract/ingest/input-diagnosis'
import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Finding as FindingRow } from '../../../ui/finding/finding.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { FirstMessageCommand } from '../first-message-command.tsx'
import classes from './diagnosis.module.css'
import { FindingAction, type FindingProps } from './finding-action.tsx'
import { type Finding, toneOf } from './findings.ts'
import { useFindingText } from './use-finding-text.ts'

/** One finding: what was seen, what to try, and the button that does it. */
export function FindingCard({ finding, ...props }: FindingProps & { readonly finding: Finding }) {
  const { title, text } = useFindingText()(props.input, props.inputs, finding)
  return (
    <FindingRow tone={toneOf(finding)} title={title} action={<FindingAction finding={finding} {...props} />}>
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
    </FindingRow>
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
