import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import { TextInput, Title } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { EntityNames } from '../entities/entity-names.tsx'
import { entityTitle } from '../model/entity-text.ts'
import { defaultTexts, installValues } from '../model/install-values.ts'
import { useInstallPack } from '../pack-actions.ts'
import { ParameterTexts, useInstallErrors } from './parameter-texts.tsx'

const MAX_COMMENT = 512

interface InstallDialogProps {
  readonly pack: ContentPack
  /** Runs before the installation, which does not happen if it fails. */
  readonly prepare?: () => Promise<unknown>
  readonly onInstalled?: () => void
  readonly onClose: () => void
}

/** Installs a revision with values for its parameters. An invalid value keeps the dialog open. */
export function InstallDialog({ onClose, ...form }: InstallDialogProps) {
  const t = useText()
  const title = (
    <>
      {t('contentPacks.install')} <span translate="no">{form.pack.name}</span>
    </>
  )
  return (
    <FormDialog isOpen close={onClose} title={title}>
      <InstallForm {...form} />
    </FormDialog>
  )
}

function InstallForm({ pack, prepare, onInstalled }: Omit<InstallDialogProps, 'onClose'>) {
  const { id: packId, rev, parameters, entities } = pack
  const t = useText()
  const install = useInstallPack()
  const errorsOf = useInstallErrors(parameters)
  const form = useEntityForm({
    isNew: true,
    initial: { comment: '', texts: defaultTexts(parameters) },
    labels: Object.fromEntries(parameters.map(({ name, title }) => [name, title])),
    problems: ({ texts }) => errorsOf(texts),
    save: async ({ comment, texts }) => {
      await prepare?.()
      return install.mutateAsync({
        id: packId,
        rev,
        body: { comment, parameters: installValues(parameters, texts) },
      })
    },
    onSaved: () => onInstalled?.(),
  })
  return (
    <EntityForm form={form} saveLabel={t('contentPacks.install')}>
      <TextInput
        label={t('ui.optional', { label: t('contentPacks.comment') })}
        maxLength={MAX_COMMENT}
        data-autofocus
        autoComplete="off"
        {...form.text('comment')}
      />
      {parameters.length > 0 && (
        <>
          <Title order={3}>{t('contentPacks.install.parameters')}</Title>
          <ParameterTexts
            parameters={parameters}
            texts={form.values.texts}
            errors={form.errors}
            onChange={(texts) => form.change({ texts })}
          />
        </>
      )}
      <EntityNames
        entities={entities.map(({ id, type, data }) => ({ id, type, title: entityTitle({ data }, parameters) }))}
      />
    </EntityForm>
  )
}
