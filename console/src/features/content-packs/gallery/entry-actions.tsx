import { type ContentPack, installContentPack } from '@logyard/contract/content-packs/content-packs'
import { addGalleryPack, type GalleryPack, getGalleryPack } from '@logyard/contract/content-packs/gallery'
import { Button, Group } from '@mantine/core'
import { IconBoxSeam, IconLayoutDashboard, IconPlus, IconRoute, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { allowed } from '../../../ui/menu/ready-actions.tsx'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import { InstallDialog } from '../install/install-dialog.tsx'
import { CONTENT_PACKS_KEY } from '../pack-queries.ts'
import { useInstalled } from './use-installed.ts'

interface EntryActionsProps {
  readonly pack: GalleryPack
  readonly isSending: boolean
  readonly onSending: (isSending: boolean) => void
}

/** Installs a pack; then leads to what it brought. The menu has what is rarely needed. */
export function EntryActions({ pack, isSending, onSending }: EntryActionsProps) {
  const t = useText()
  const may = useMay()
  const [shown, setShown] = useState<ContentPack>()
  const add = useAdd(pack)
  const load = useLoad(pack)
  const mayAdd = may(addGalleryPack)
  const mayInstall = (mayAdd || pack.is_added) && may(installContentPack, { id: pack.id })
  const isInstalled = pack.installation_count > 0
  const install = () => load.mutate(undefined, { onSuccess: setShown })
  return (
    <Group gap="xs" ms="auto">
      {isInstalled && <InstalledActions {...{ pack, isSending, onSending }} />}
      {mayInstall && !isInstalled && (
        <Button
          size="xs"
          leftSection={<IconBoxSeam size={14} />}
          aria-label={t('contentPacks.gallery.installOne', { title: pack.title })}
          loading={load.isPending}
          onClick={install}
        >
          {t('contentPacks.install')}
        </Button>
      )}
      <RowActionsMenu
        name={pack.title}
        actions={allowed(
          mayInstall &&
            isInstalled && {
              label: t('contentPacks.gallery.installAgain'),
              icon: <IconBoxSeam size={15} />,
              onClick: install,
            },
          mayAdd &&
            !pack.is_added && {
              label: t('contentPacks.gallery.add'),
              icon: <IconPlus size={15} />,
              onClick: () => add.mutate(undefined),
            },
        )}
      />
      {shown !== undefined && (
        <InstallDialog
          pack={shown}
          prepare={async () => pack.is_added || (await add.mutateAsync(undefined))}
          onInstalled={() => onSending(true)}
          onClose={() => setShown(undefined)}
        />
      )}
    </Group>
  )
}

function InstalledActions({ pack, isSending, onSending }: EntryActionsProps) {
  const t = useText()
  const [dashboard] = useInstalled(pack, 'dashboard')
  const [stream] = useInstalled(pack, 'stream')
  return (
    <>
      {dashboard !== undefined && (
        <LinkButton size="xs" leftSection={<IconLayoutDashboard size={14} />} to={routes.dashboard(dashboard.id)}>
          {t('contentPacks.gallery.dashboard')}
        </LinkButton>
      )}
      {stream !== undefined && (
        <LinkButton
          size="xs"
          variant="default"
          leftSection={<IconRoute size={14} />}
          to={routes.streamSearch(stream.id)}
        >
          {t('contentPacks.gallery.stream')}
        </LinkButton>
      )}
      {pack.sends.length > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} />}
          aria-expanded={isSending}
          onClick={() => onSending(!isSending)}
        >
          {t('ingest.howToSend')}
        </Button>
      )}
    </>
  )
}

const useAdd = ({ name, title }: GalleryPack) =>
  useAction({
    run: (call, _: undefined) => call(addGalleryPack, { params: { name } }),
    texts: 'contentPacks.gallery.add',
    values: () => ({ title }),
    changes: [CONTENT_PACKS_KEY],
  })

const useLoad = ({ name, title }: GalleryPack) =>
  useAction({
    run: (call, _: undefined) => call(getGalleryPack, { params: { name } }),
    texts: 'contentPacks.gallery.load',
    values: () => ({ title }),
    changes: [],
  })
