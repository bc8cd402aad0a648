import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ForEditors } from '../for-editors.tsx'
import { Docs } from '../form/docs.tsx'
import classes from '../form/form.module.css'
import { adapterKind } from './adapter-kind.ts'
import { cacheKind } from './cache-kind.ts'
import { useUpdatePart } from './part-actions.ts'
import { PartForm } from './part-form.tsx'
import type { Part, PartKind, PartType } from './part-kind.ts'
import { partValues } from './part-values.ts'
import { usePartCrumbs } from './use-part-crumbs.ts'
import { WithPart } from './with-part.tsx'

export function EditCacheScreen() {
  const { id } = useRouteParams(routes.lookup.cacheEdit)
  return <EditPartScreen partKind={cacheKind} name={id} />
}

export function EditAdapterScreen() {
  const { id } = useRouteParams(routes.lookup.dataAdapterEdit)
  return <EditPartScreen partKind={adapterKind} name={id} />
}

function EditPartScreen({ partKind, name }: { partKind: PartKind; name: string }) {
  const t = useText()
  const crumbs = usePartCrumbs(partKind)
  return (
    <WithPart partKind={partKind} name={name}>
      {(part, type) => (
        <Page title={t(`lookup.${partKind.plural}.edit`)} subject={part.title} crumbs={crumbs}>
          <ForEditors id={part.id} update={partKind.operations.update}>
            <EditPart key={part.id} partKind={partKind} part={part} type={type} />
          </ForEditors>
        </Page>
      )}
    </WithPart>
  )
}

interface EditPartProps {
  readonly partKind: PartKind
  readonly part: Part
  readonly type: PartType | undefined
}

function EditPart({ partKind, part, type }: EditPartProps) {
  const t = useText()
  const go = useGo()
  const update = useUpdatePart(partKind, part.id)
  const [shown] = useState(part)
  const [isDirty, setIsDirty] = useState(false)
  useLeaveGuard(isDirty)
  const back = partKind.routes.list()
  if (type === undefined) {
    return (
      <Alert color="amber" variant="light" icon={<IconAlertTriangle />}>
        {t(`lookup.type.unknown.${partKind.kind}`, { type: shown.config.type })}
      </Alert>
    )
  }
  return (
    <div className={classes['editor']}>
      <PartForm
        partKind={partKind}
        part={shown}
        type={type}
        initial={partValues(shown)}
        isSaving={update.isPending}
        error={update.error}
        onSave={(draft) => update.mutate(draft, { onSuccess: () => go(back, { isSaved: true }) })}
        onDirty={setIsDirty}
        cancel={
          <LinkButton variant="default" to={back}>
            {t('ui.cancel')}
          </LinkButton>
        }
      />
      <Docs form={type.form} />
    </div>
  )
}
