import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Alert, Group, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { RowToggle } from '../../../ui/expandable-table/row-toggle.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { QuickActions } from '../../../ui/menu/quick-actions.tsx'
import { allowed, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useHistoryAction } from '../../../ui/menu/use-history-action.tsx'
import { useDeleteExtractor } from '../extractor-actions.ts'
import { useExtractorLinks } from '../extractor-links.ts'
import classes from '../extractor-list.module.css'
import { ExtractorWay } from '../extractor-way.tsx'
import { ExtractorDetails } from './extractor-details.tsx'

interface ExtractorRowProps {
  readonly input: InputSummary
  readonly extractor: ExtractorSummary
  /** Why it cannot run. */
  readonly problem: string | undefined
  readonly canEdit: boolean
}

const COLUMNS = 8

export function ExtractorRow({ input, extractor, problem, canEdit }: ExtractorRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const t = useText()
  const intl = useIntl()
  const { title, type, metrics, exceptions, converter_exceptions: converterExceptions } = extractor
  const { total } = metrics
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td>
          <RowToggle title={title} label={t('extractors.details.of', { title })} isOpen={isOpen} onToggle={setIsOpen} />
        </Table.Td>
        <Table.Td data-wide>{t(`extractors.type.${type}`)}</Table.Td>
        <Table.Td data-wide>
          <ExtractorWay
            source={extractor.source_field}
            target={extractor.target_field}
            type={type}
            config={extractor.extractor_config}
          />
        </Table.Td>
        <Table.Td data-wide className={classes['condition'] ?? ''} translate="no">
          {extractor.condition_type === 'none' ? '–' : extractor.condition_value}
        </Table.Td>
        <Table.Td data-number>{intl.formatNumber(total.rate?.total ?? 0)}</Table.Td>
        <Table.Td data-number data-wide>
          {total.time === null
            ? '–'
            : t('extractors.microseconds', {
                value: intl.formatNumber(total.time.mean, { maximumSignificantDigits: 3 }),
              })}
        </Table.Td>
        <Table.Td data-number c={exceptions + converterExceptions > 0 ? 'var(--ly-bad-text)' : ''}>
          {intl.formatNumber(exceptions + converterExceptions)}
        </Table.Td>
        <Table.Td data-number>
          <Group gap={2} justify="flex-end" wrap="nowrap">
            {canEdit && <Actions input={input} extractor={extractor} />}
          </Group>
        </Table.Td>
      </Table.Tr>
      {problem !== undefined && (
        <Table.Tr data-below>
          <Table.Td colSpan={COLUMNS}>
            <CannotRun input={input} extractor={extractor} problem={problem} />
          </Table.Td>
        </Table.Tr>
      )}
      {isOpen && (
        <Table.Tr data-below>
          <Table.Td colSpan={COLUMNS}>
            <ExtractorDetails extractor={extractor} />
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  )
}

function Actions({ input, extractor }: { input: InputSummary; extractor: ExtractorSummary }) {
  const t = useText()
  const links = useExtractorLinks(input)
  const remove = useDeleteExtractor(input.id)
  const { id, title } = extractor
  const history = useHistoryAction()(id, title)
  const actions: readonly RowAction[] = allowed(
    editAction(t('extractors.edit'), { to: links.edit(id) }),
    history && { ...history, isQuick: true },
    { label: t('extractors.delete'), icon: <IconTrash size={15} />, onClick: () => remove(extractor), isQuick: true },
  )
  return <QuickActions name={title} actions={actions} />
}

interface CannotRunProps {
  readonly input: InputSummary
  readonly extractor: ExtractorSummary
  readonly problem: string
}

function CannotRun({ input, extractor, problem }: CannotRunProps) {
  const t = useText()
  const links = useExtractorLinks(input)
  return (
    <Alert color="red" p="xs" icon={<IconAlertTriangle size={16} />}>
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          {t('extractors.cannotRun')} <span translate="no">{problem}</span>
        </Text>
        <LinkButton to={links.edit(extractor.id)} size="compact-sm" variant="default">
          {t('extractors.edit.it')}
        </LinkButton>
      </Group>
    </Alert>
  )
}
