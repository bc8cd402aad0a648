import type { TypeForm } from '@logyard/contract/configured/field'
import { Title } from '@mantine/core'
import { useEffect, useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { fieldLabels, inWords, problemTexts } from '../../../ui/fields/field-texts.ts'
import { Fields } from '../../../ui/fields/fields.tsx'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { inGroup } from '../../../ui/form/field-groups.ts'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { UrlField } from '../../../url-whitelist/url-field.tsx'
import classes from '../form/form.module.css'
import { NamedFields } from '../form/named-fields.tsx'
import { useSavePart } from './part-actions.ts'
import type { Part, PartKind, PartType } from './part-kind.ts'
import { ERROR_TTL, newPart, partProblems, partToSend, partValues } from './part-values.ts'

interface PartFormProps {
  readonly partKind: PartKind
  /** Absent for a new one. */
  readonly part?: Part
  readonly type: PartType
  readonly onSaved: (part: Part) => void
  readonly onDirty?: (isDirty: boolean) => void
  /** The address that Cancel leads to; absent in a dialog. */
  readonly cancelTo: string | undefined
}

const EDITORS = { url: UrlField }

/** Creates or edits a cache or a data adapter of one type. Its documentation is beside the form. */
export function PartForm({ partKind, part, type, onSaved, onDirty, cancelTo }: PartFormProps) {
  const { kind, requests } = partKind
  const { fields } = type.form
  const t = useText()
  const save = useSavePart(partKind, part?.id)
  const labels = fieldLabels(fields)
  const form = useEntityForm({
    isNew: part === undefined,
    initial: part === undefined ? newPart(type.default_config) : partValues(part),
    labels: {
      title: t('lookup.title'),
      description: t('lookup.description'),
      name: t('lookup.name'),
      ...fieldLabels(inWords([ERROR_TTL], t)),
      ...inGroup('config', labels),
    },
    problems: (values) => problemTexts(partProblems(values, fields), t),
    fieldOf: (name) => (Object.hasOwn(labels, name) ? `config.${name}` : name),
    check: {
      key: [kind, part?.id],
      run: (call, values, signal) => requests.validate(call.until(signal), partToSend(values, part)),
      failed: {
        title: ({ name }) => t(`lookup.toast.${kind}ValidateFailed.title`, { name: name.trim() }),
        text: (status) => t(`lookup.toast.${kind}ValidateFailed`, { status }),
      },
    },
    save: (values) => save.mutateAsync(partToSend(values, part)),
    failedTitle: ({ name }) =>
      t(`lookup.toast.${kind}${part === undefined ? 'Create' : 'Update'}.failed.title`, { name: name.trim() }),
    onSaved,
  })
  const { isDirty } = form
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  return (
    <div className={classes['editor']}>
      <EntityForm form={form} label={t(`lookup.form.${kind}`)} cancelTo={cancelTo}>
        <NamedFields {...form.group()} isNew={form.isNew} nameHelp="lookup.name.help.part" />
        <Fields fields={fields} {...form.group('config')} editors={EDITORS} entityTitle={form.values.title} />
        {kind === 'adapter' && <OwnFields fields={[ERROR_TTL]} {...form.group()} />}
      </EntityForm>
      <Docs form={type.form} />
    </div>
  )
}

/** The server's documentation of a type, beside its form. */
function Docs({ form: { title, docs = [], example } }: { readonly form: TypeForm }) {
  const id = useId()
  return (
    <aside className={classes['docs']} aria-labelledby={id} translate="no">
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {docs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {example !== undefined && <pre>{example}</pre>}
    </aside>
  )
}
