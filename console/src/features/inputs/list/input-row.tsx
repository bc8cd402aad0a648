import { countFailures } from '@logyard/contract/ingest/failures'
import type { InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { answered, type LiveMetrics } from '../../../cluster/live-metrics.ts'
import { failureCountsQuery } from '../../../ingest/failure-counts.ts'
import { RowToggle } from '../../../ui/expandable-table/row-toggle.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { useRate } from '../../../ui/use-rate.ts'
import type { InputSubject } from '../form/input-dialog.tsx'
import { addressOf } from '../input-address.ts'
import { figuresOf, type InputFigures } from '../input-figures.ts'
import { isRunning, type StateOnNode } from '../input-state.ts'
import { InputStateLabel } from '../input-state-label.tsx'
import classes from '../inputs.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { InputDetails } from './input-details.tsx'
import { RowActions } from './row-actions.tsx'

export interface InputRowProps {
  readonly input: InputSummary
  /** All inputs, of which one may use the port of another. */
  readonly inputs: readonly InputSummary[]
  readonly type: InputTypeInfo | undefined
  /** `undefined` while loading. */
  readonly states: readonly StateOnNode[] | undefined
  readonly nodeCount: number
  /** The only node that it runs on does not respond. */
  readonly isNodeGone: boolean
  readonly metrics: LiveMetrics | undefined
  readonly onEdit: (subject: InputSubject) => void
}

const COLUMNS = 8

/** One input as a line; failures and, on request, details are below it. */
export function InputRow(props: InputRowProps) {
  const { input, inputs, type, states = [], nodeCount, isNodeGone, metrics, onEdit } = props
  const [isOpen, setIsOpen] = useState(false)
  const t = useText()
  const figures = figuresOf(input, metrics === undefined ? [] : answered(metrics))
  const failed = states.filter(({ state }) => state === 'FAILED')
  const isSilent = isRunning(states) && figures.received === 0
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td>
          <RowToggle
            title={input.title}
            label={t('inputs.details.of', { title: input.title })}
            isOpen={isOpen}
            onToggle={setIsOpen}
          />
        </Table.Td>
        <Table.Td>
          {props.states !== undefined && <InputStateLabel {...{ input, states, nodeCount, isNodeGone }} />}
        </Table.Td>
        <Table.Td translate="no" data-wide>
          {input.name}
        </Table.Td>
        <Table.Td translate="no" data-wide>
          {addressOf(input) ?? '–'}
        </Table.Td>
        <Table.Td data-number data-wide>
          <Rate figures={figures} />
        </Table.Td>
        <Table.Td data-wide>
          <LastMessage figures={figures} isSilent={isSilent} />
        </Table.Td>
        <Table.Td data-number>
          <FailureCount input={input} />
        </Table.Td>
        <Table.Td data-number>
          <RowActions input={input} type={type} states={states} onEdit={onEdit} />
        </Table.Td>
      </Table.Tr>
      {failed.map((one) => (
        <Table.Tr key={one.nodeId} data-below>
          <Table.Td colSpan={COLUMNS}>
            <FailureNotice {...{ input, inputs, type, onEdit }} failed={one} showsNode={nodeCount > 1} />
          </Table.Td>
        </Table.Tr>
      ))}
      {isOpen && (
        <Table.Tr data-below>
          <Table.Td colSpan={COLUMNS}>
            <InputDetails {...{ input, type, metrics, nodeCount, isSilent }} />
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  )
}

function Rate({ figures: { minuteRate } }: { figures: InputFigures }) {
  const rate = useRate()
  return minuteRate === undefined ? '–' : rate(minuteRate)
}

function LastMessage({ figures: { lastMessageMs }, isSilent }: { figures: InputFigures; isSilent: boolean }) {
  const t = useText()
  if (lastMessageMs !== undefined)
    return <RelativeTime instant={new Date(lastMessageMs).toISOString()} every="second" />
  return isSilent ? t('inputs.nothingYet') : '–'
}

/** How many messages could not be decoded or stored, as a link to them. */
function FailureCount({ input }: { input: InputSummary }) {
  const t = useText()
  const canSee = useMay()(countFailures)
  const counts = useQuery({ ...failureCountsQuery(useCall()), enabled: canSee })
  if (counts.data === undefined) return '–'
  const count = counts.data.inputs.find(({ id }) => id === input.id)?.count ?? 0
  if (count === 0) return '0'
  return (
    <AppLink
      to={routes.indices.failures({ input: input.id })}
      className={classes['failures'] ?? ''}
      aria-label={t('inputs.failures', { count })}
    >
      {t('inputs.count', { count })}
    </AppLink>
  )
}
