import { deletePatternField, type PatternField } from '@logyard/contract/fields/pattern-fields'
import { Text, Tooltip } from '@mantine/core'
import { IconTemplate, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { FIELDS_KEY } from '../../query/fields/field-queries.ts'
import { PATTERN_FIELDS_KEY, patternFieldsQuery } from '../../query/fields/pattern-field-queries.ts'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'

/** All fields of patterns. */
export function PatternFieldsScreen() {
  const t = useText()
  const call = useCall()
  const mayDelete = useMay()(deletePatternField)
  const fields = useQuery(patternFieldsQuery(call))
  const remove = useAskedAction({
    run: (toServer, { id }: PatternField) => toServer(deletePatternField, { params: { patternFieldId: id } }),
    texts: 'patternFields.delete',
    question: 'patternFields.delete',
    values: ({ name }) => ({ name }),
    changes: [PATTERN_FIELDS_KEY, FIELDS_KEY],
  })
  return (
    <Page title={t('patternFields.title')} description={t('patternFields.description')}>
      <Loaded query={fields}>
        {({ fields: all }) =>
          all.length === 0 ? (
            <EmptyState icon={<IconTemplate />} title={t('patternFields.none')} text={t('patternFields.none.text')} />
          ) : (
            <PlainTable
              label={t('patternFields.title')}
              minWidth={960}
              rows={all}
              rowId={({ id }) => id}
              columns={[
                {
                  header: t('patternFields.name'),
                  isData: true,
                  width: 200,
                  cell: ({ name }) => <AppLink to={routes.search({ q: `_exists_:${name}` })}>{name}</AppLink>,
                },
                { header: t('patternFields.kind'), width: 110, cell: (field) => kindText(field, t) },
                { header: t('patternFields.pattern'), isData: true, cell: (field) => <PatternOf field={field} /> },
                { header: t('patternFields.state'), width: 110, cell: (field) => <StateOf state={field.state} /> },
                { header: t('patternFields.creator'), width: 120, cell: ({ creator }) => creator },
                {
                  header: t('patternFields.created'),
                  width: 170,
                  cell: (field) => <Instant instant={field.created_at} />,
                },
                ...(mayDelete
                  ? [
                      {
                        width: 40,
                        cell: (field: PatternField) => (
                          <ToolButton
                            label={t('patternFields.deleteOne', { name: field.name })}
                            onClick={() => void remove(field)}
                          >
                            <IconTrash size={15} />
                          </ToolButton>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

const kindText = ({ kind, unit }: PatternField, t: ReturnType<typeof useText>): string =>
  t(`patternFields.kind.${kind}`) + (unit === '' ? '' : ` (${unit})`)

function StateOf({ state }: Pick<PatternField, 'state'>) {
  const t = useText()
  return (
    <Tooltip label={t(`patternFields.state.${state}.help`)}>
      <Text span size="sm">
        {t(`patternFields.state.${state}`)}
      </Text>
    </Tooltip>
  )
}

/** The text of the pattern, with the part of the field in bold. */
function PatternOf({ field: { pattern } }: { readonly field: PatternField }) {
  const t = useText()
  if (pattern === null) return <Dimmed size="sm">{t('patternFields.hidden')}</Dimmed>
  const { text, position, template_count: count } = pattern
  return (
    <>
      <Text size="xs" ff="monospace" translate="no" style={{ overflowWrap: 'anywhere' }}>
        {text.slice(0, position)}
        <Text span inherit fw={700} c="var(--ly-accent-text)">
          {`⟨${t('patternFields.value')}⟩`}
        </Text>
        {text.slice(position + 1)}
      </Text>
      {count > 1 && <Dimmed size="xs">{t('patternFields.templates', { count })}</Dimmed>}
    </>
  )
}
