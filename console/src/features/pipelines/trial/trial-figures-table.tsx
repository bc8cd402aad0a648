import type { TrialFigures, TrialResponse } from '@logyard/contract/pipelines/trials'
import { Table } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import classes from './trial.module.css'

const FIGURES = ['matched', 'changed', 'dropped', 'created', 'failed'] as const

interface TrialFiguresTableProps {
  readonly kind: 'rule' | 'pipeline'
  readonly result: TrialResponse
}

/** The figures of the edited source, beside those of the saved one if both are not equal. */
export function TrialFiguresTable({ kind, result: { edited, saved } }: TrialFiguresTableProps) {
  const t = useText()
  const intl = useIntl()
  const cost = ({ microseconds_per_message: micros }: TrialFigures) =>
    t('pipelines.trial.micros', { micros: intl.formatNumber(micros, { maximumSignificantDigits: 3 }) })
  const sides = saved === null ? [edited] : [edited, saved]
  return (
    <Table className={classes['figures'] ?? ''} aria-label={t('pipelines.trial.figures')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {FIGURES.map((figure) => (
            <Table.Th key={figure}>{t(`pipelines.trial.figure.${figure}`)}</Table.Th>
          ))}
          <Table.Th>{t('pipelines.trial.figure.cost')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sides.map((figures) => (
          <Table.Tr key={figures === edited ? 'edited' : 'saved'}>
            <Table.Th scope="row">
              {saved === null
                ? t(`pipelines.trial.only.${kind}`)
                : t(figures === edited ? 'pipelines.trial.edited' : 'pipelines.trial.saved')}
            </Table.Th>
            {FIGURES.map((figure) => (
              <Table.Td key={figure} data-differs={(saved !== null && edited[figure] !== saved[figure]) || undefined}>
                {intl.formatNumber(figures[figure])}
              </Table.Td>
            ))}
            <Table.Td>{cost(figures)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
