import { validateCollector } from '@logyard/contract/sidecars/collectors'
import { Group, Select } from '@mantine/core'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { fieldLabels, inWords, type OwnField } from '../../../ui/fields/field-texts.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useSaveCollector } from '../collector-changes.ts'
import { TemplateField } from '../template-field/template-field.tsx'
import { useCheckFailed } from '../use-check-failed.ts'
import { COLLECTOR_PRESETS } from './collector-presets.ts'
import { type CollectorValues, NEW_COLLECTOR } from './collector-values.ts'

interface CollectorFormProps {
  /** Absent for a new one. */
  readonly id?: string
  readonly initial?: CollectorValues
  readonly onSaved?: () => void
}

export const COLLECTORS_LIST = routes.sidecars.configuration({ show: 'collectors' })

const NAME: readonly OwnField<'text'>[] = [
  { kind: 'text', name: 'name', label: 'sidecars.name', help: 'sidecars.collector.name.help' },
]

const COMMAND: readonly OwnField<'text'>[] = [
  { kind: 'text', name: 'executable_path', label: 'sidecars.collector.path', help: 'sidecars.collector.path.help' },
  {
    kind: 'text',
    name: 'execute_parameters',
    label: 'sidecars.collector.parameters',
    help: 'sidecars.collector.parameters.help',
    is_optional: true,
  },
  {
    kind: 'text',
    name: 'validation_parameters',
    label: 'sidecars.collector.checkParameters',
    help: 'sidecars.collector.checkParameters.help',
    is_optional: true,
  },
]

/** How a log shipper runs on an operating system. */
export function CollectorForm({ id, initial = NEW_COLLECTOR, onSaved }: CollectorFormProps) {
  const t = useText()
  const required = (text: string) => text === '' && t('sidecars.required')
  const form = useEntityForm({
    isNew: id === undefined,
    initial,
    labels: {
      ...fieldLabels(inWords([...NAME, ...COMMAND], t)),
      node_operating_system: t('sidecars.system'),
      service_type: t('sidecars.collector.service'),
      default_template: t('sidecars.collector.template'),
    },
    problems: ({ name, executable_path: path }) => ({ name: required(name), executable_path: required(path) }),
    check: {
      key: ['collector', id],
      // A missing template is sent as a space, so that the server does not refuse it.
      run: (call, values, signal) =>
        call(validateCollector, {
          body: { ...values, id: id ?? ' ', default_template: values.default_template || ' ' },
          signal,
        }),
      failed: useCheckFailed('sidecars.toast.checkFailed.collector'),
    },
    save: useSaveCollector(id).mutateAsync,
    onSaved: () => onSaved?.(),
  })
  return (
    <EntityForm form={form} label={t('sidecars.collectors.one')} cancelTo={COLLECTORS_LIST}>
      {id === undefined && <PresetSelect onChoose={form.change} />}
      <CollectorFields form={form} />
      <TemplateField
        label={t('sidecars.collector.template')}
        description={t('sidecars.collector.template.help')}
        {...form.choice('default_template')}
      />
    </EntityForm>
  )
}

function PresetSelect({ onChoose }: { onChoose: (values: CollectorValues) => void }) {
  const t = useText()
  return (
    <Select
      label={t('sidecars.preset')}
      description={t('sidecars.preset.help')}
      placeholder={t('sidecars.preset.none')}
      attributes={{ dropdown: { translate: 'no' } }}
      data={COLLECTOR_PRESETS.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(chosen) => {
        const preset = COLLECTOR_PRESETS.find(({ id }) => id === chosen)
        if (preset !== undefined) onChoose(preset.values(window.location.hostname))
      }}
    />
  )
}

function CollectorFields({ form }: { form: Form<CollectorValues> }) {
  const t = useText()
  const isWindows = form.values.node_operating_system === 'windows'
  return (
    <>
      <OwnFields fields={NAME} {...form.group()} />
      <Group gap="md" grow align="flex-start">
        <Select
          label={t('sidecars.system')}
          required
          allowDeselect={false}
          attributes={{ dropdown: { translate: 'no' } }}
          data={[
            { value: 'linux', label: 'Linux' },
            { value: 'windows', label: 'Windows' },
          ]}
          {...form.choice('node_operating_system')}
          // There are services on Windows only.
          onChange={(system) =>
            system !== null &&
            form.change({ node_operating_system: system, ...(system === 'windows' ? {} : { service_type: 'exec' }) })
          }
        />
        <Select
          label={t('sidecars.collector.service')}
          required
          allowDeselect={false}
          data={[
            { value: 'exec', label: t('sidecars.collector.service.exec') },
            ...(isWindows ? [{ value: 'svc', label: t('sidecars.collector.service.svc') }] : []),
          ]}
          {...form.choice('service_type')}
          onChange={(service) => service !== null && form.change({ service_type: service })}
        />
      </Group>
      <OwnFields fields={COMMAND} {...form.group()} />
    </>
  )
}
