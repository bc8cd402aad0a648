/** The state of a form with a title, a configuration that the type describes, and further values of the entity. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { fieldsOf } from '@logyard/contract/configured/fields-of'
import { useText } from '../../base/text/text.tsx'
import { fieldProblems } from '../fields/field-problems.ts'
import { fieldLabels, problemTexts } from '../fields/field-texts.ts'
import type { FieldValues } from '../fields/field-values.ts'
import { inGroup } from '../form/field-groups.ts'
import { type EntityForm, type EntityFormSpec, useEntityForm } from '../form/use-entity-form.ts'
import { configurationToSend } from './configuration-values.ts'

export interface ConfiguredValues {
  readonly title: string
  readonly configuration: FieldValues
}

interface ConfiguredSpec<Values extends ConfiguredValues, Saved>
  extends Omit<EntityFormSpec<Values, Saved>, 'labels' | 'save' | 'fieldOf'> {
  readonly request: ConfigRequest
  /** The labels of the fields outside the configuration. */
  readonly labels: Readonly<Record<string, string>> & { readonly title: string }
  /** The error of an empty title. */
  readonly titleRequired: string
  /** `draft` is the title and the configuration as the API takes them. */
  readonly save: (draft: { title: string; configuration: Record<string, unknown> }, values: Values) => Promise<Saved>
}

/** The state for `ConfiguredForm`. */
export function useConfiguredForm<Values extends ConfiguredValues, Saved>(
  spec: ConfiguredSpec<Values, Saved>,
): EntityForm<Values> {
  const { request, titleRequired, problems, save, labels, ...rest } = spec
  const t = useText()
  const fields = fieldsOf(request)
  return useEntityForm<Values, Saved>({
    ...rest,
    labels: { ...labels, ...inGroup('configuration', fieldLabels(fields)) },
    problems: (values) => ({
      title: values.title.trim() === '' && titleRequired,
      ...problems?.(values),
      ...inGroup('configuration', problemTexts(fieldProblems(fields, values.configuration), t)),
    }),
    fieldOf: (name) => (Object.hasOwn(request, name) ? `configuration.${name}` : name),
    save: (values) => {
      const configuration = configurationToSend(request, values.configuration)
      return save({ title: values.title.trim(), configuration }, values)
    },
  })
}
