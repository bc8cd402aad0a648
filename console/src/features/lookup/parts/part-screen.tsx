import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import { queryDataAdapter } from '@logyard/contract/lookup/data-adapters'
import { IconEdit } from '@tabler/icons-react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { fieldSummary } from '../../../ui/fields/field-summary.tsx'
import { inWords } from '../../../ui/fields/field-texts.ts'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ProblemAlert } from '../live/problem-alert.tsx'
import { useErrorStates } from '../live/use-error-states.ts'
import { TestLookup } from '../test-lookup.tsx'
import { OwnValues } from '../values/own-values.tsx'
import { adapterKind } from './adapter-kind.ts'
import { cacheKind } from './cache-kind.ts'
import type { Part, PartKind, PartType } from './part-kind.ts'
import { UnknownType, usePartCrumbs, WithPart } from './part-page.tsx'
import { ERROR_TTL } from './part-values.ts'

export const CacheScreen = () => <PartScreen partKind={cacheKind} />
export const AdapterScreen = () => <PartScreen partKind={adapterKind} />

const PartScreen = ({ partKind }: { partKind: PartKind }) => (
  <WithPart partKind={partKind} page="show">
    {(part, type) => <PartPage partKind={partKind} part={part} type={type} />}
  </WithPart>
)

interface PartPageProps {
  readonly partKind: PartKind
  readonly part: Part
  readonly type: PartType | undefined
}

function PartPage({ partKind, part, type }: PartPageProps) {
  const { kind, plural } = partKind
  const t = useText()
  const may = useMay()
  const crumbs = usePartCrumbs(partKind)
  const errors = useErrorStates(kind === 'cache' ? { caches: [part.name] } : { adapters: [part.name] })
  const states = kind === 'cache' ? errors?.caches : errors?.data_adapters
  return (
    <Page
      title={t(`lookup.${plural}.one`)}
      subject={part.title}
      description={<span translate="no">{part.description}</span>}
      crumbs={crumbs}
      action={
        may(partKind.operations.update, { 'body id': part.id }) && (
          <LinkButton variant="default" to={partKind.routes.edit(part.name)} leftSection={<IconEdit size={16} />}>
            {t('lookup.edit')}
          </LinkButton>
        )
      }
    >
      <ProblemAlert
        kind={kind}
        problem={states?.[part.name]}
        isOff={kind === 'adapter' && errors?.off.data_adapters.includes(part.name)}
      />
      {part.config.type === LOGYARD_VALUES && <OwnValues adapterId={part.id} />}
      <FormSection title={t('lookup.configuration')}>
        <Configuration kind={kind} type={type} part={part} />
      </FormSection>
      {kind === 'adapter' && type !== undefined && <TestAdapter name={part.name} />}
    </Page>
  )
}

interface ConfigurationProps {
  readonly kind: PartKind['kind']
  readonly type: PartType | undefined
  readonly part: Part
}

function Configuration({ kind, type, part }: ConfigurationProps) {
  const t = useText()
  if (type === undefined) return <UnknownType kind={kind} part={part} />
  const { form } = type
  const facts: readonly Definition[] = [
    { label: t('lookup.type'), value: form.title },
    { label: t('lookup.name'), value: part.name },
    ...(part.custom_error_ttl_enabled === true ? fieldSummary(inWords([ERROR_TTL], t), { ...part }) : []),
  ]
  return (
    <>
      <DefinitionList items={[...facts, ...fieldSummary(form.fields, { ...part.config })]} />
      {form.fields.length === 0 && <Dimmed>{t(`lookup.noConfiguration.${kind}`)}</Dimmed>}
    </>
  )
}

function TestAdapter({ name }: { name: string }) {
  const t = useText()
  const call = useCall()
  return (
    <TestLookup
      help={t('lookup.test.help.adapter')}
      lookUp={(key) => call(queryDataAdapter, { params: { name }, query: { key } })}
      failed={(key) => t('lookup.toast.adapterLookupFailed.title', { key, name })}
    />
  )
}
