import type {
  ConstraintCheckResult,
  ContentPack,
  ContentPackRevisions,
} from '@logyard/contract/content-packs/content-packs'
import { IconBoxSeam } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, ServerUnreachable } from '../../../api/api-error.ts'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ConstraintTable } from '../entities/constraint-table.tsx'
import { EntityTable } from '../entities/entity-table.tsx'
import { PackFacts } from '../entities/pack-facts.tsx'
import { ParameterTable } from '../entities/parameter-table.tsx'
import { InstallDialog } from '../install/install-dialog.tsx'
import { valueLeaves } from '../model/value-leaves.ts'
import { packQuery, revisionsOf } from '../pack-queries.ts'
import { useWhyNot } from '../use-why-not.ts'
import { Installations } from './installations.tsx'
import { Versions } from './versions.tsx'

/** One pack: its revisions, its installations, and what the selected revision holds. */
export function PackScreen() {
  const { id } = useRouteParams(routes.contentPacks.show)
  const pack = useQuery(packQuery(useCall(), id))
  useLeaveIfMissing(id, pack.error)
  if (pack.data === undefined) return <Loading />
  return <PackPage key={id} id={id} found={pack.data} />
}

function PackPage({ id, found }: { id: string; found: ContentPackRevisions }) {
  const t = useText()
  const revisions = revisionsOf(found.content_pack_revisions)
  const [selected, setSelected] = useState<number>()
  const shown = revisions.find(({ rev }) => rev === selected) ?? revisions[0]
  if (shown === undefined) return <Loading />
  const constraints = found.constraints_result[shown.rev] ?? []
  const isUnmet = constraints.some(({ fulfilled }) => !fulfilled)
  const used = new Set(
    shown.entities.flatMap(({ data }) =>
      valueLeaves(data).flatMap(({ type, value }) => (type === 'parameter' ? String(value) : [])),
    ),
  )
  return (
    <Page
      title={t('contentPacks.one')}
      subject={shown.name}
      description={isUnmet ? t('contentPacks.unmet') : shown.v === '0' ? t('contentPacks.legacy') : undefined}
      action={<InstallAction pack={shown} constraints={constraints} />}
    >
      <FormSection title={t('contentPacks.versions')}>
        <Versions revisions={revisions} shown={shown} onShow={setSelected} />
      </FormSection>
      <FormSection title={t('contentPacks.installations')}>
        <Installations id={id} revisions={revisions} />
      </FormSection>
      <FormSection title={t('contentPacks.details')}>
        <PackFacts {...shown} />
      </FormSection>
      <FormSection title={t('contentPacks.constraints')}>
        <ConstraintTable results={constraints} />
      </FormSection>
      <FormSection title={t('contentPacks.entities')}>
        <EntityTable key={shown.rev} entities={shown.entities} parameters={shown.parameters} />
      </FormSection>
      <FormSection title={t('contentPacks.parameters')}>
        <ParameterTable parameters={shown.parameters} isUsed={(name) => used.has(name)} />
      </FormSection>
    </Page>
  )
}

/** Goes back to the list if a pack cannot be loaded. A 403 has its own page. */
function useLeaveIfMissing(id: string, error: Error | null): void {
  const t = useText()
  const go = useGo()
  const notify = useNotify()
  useEffect(() => {
    if (error === null || error instanceof ServerUnreachable) return
    const status = error instanceof ApiError ? error.status : 500
    if (status === 403 || status === 401) return
    notify.error(status === 404 ? t('contentPacks.toast.missing', { id }) : t('contentPacks.toast.internal'))
    go(routes.contentPacks.list(), { replace: true })
  }, [error, id, t, notify, go])
}

interface InstallActionProps {
  readonly pack: ContentPack
  readonly constraints: readonly ConstraintCheckResult[]
}

/** The main action of a pack's page: installs the revision that is shown. */
function InstallAction({ pack, constraints }: InstallActionProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [isOpen, setIsOpen] = useState(false)
  const isUnmet = constraints.some(({ fulfilled }) => !fulfilled)
  const reason = whyNot.install(pack) ?? (isUnmet ? t('contentPacks.unmet') : undefined)
  return (
    <>
      <ExplainedButton leftSection={<IconBoxSeam size={16} />} disabledBecause={reason} onClick={() => setIsOpen(true)}>
        {t('contentPacks.install')}
      </ExplainedButton>
      {isOpen && <InstallDialog pack={pack} onClose={() => setIsOpen(false)} />}
    </>
  )
}
