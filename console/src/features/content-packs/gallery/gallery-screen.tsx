import {
  type ContentPack,
  getContentPackRevision,
  installContentPack,
} from '@logyard/contract/content-packs/content-packs'
import { addGalleryPack, type GalleryPack } from '@logyard/contract/content-packs/gallery'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconBoxSeam, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { MarkdownView } from '../../../widgets/text/markdown-view.tsx'
import { InstallDialog } from '../install/install-dialog.tsx'
import { typeText } from '../model/entity-text.ts'
import { CONTENT_PACKS_KEY, galleryQuery } from '../pack-queries.ts'
import { PacksPage } from '../packs-page.tsx'
import classes from './gallery.module.css'

/** The packs that come with Logyard, by category. */
export function GalleryScreen() {
  const t = useText()
  const gallery = useQuery(galleryQuery(useCall()))
  const named = useQueryValues().get('pack')
  return (
    <PacksPage title={t('contentPacks.gallery')} description={t('contentPacks.gallery.description')}>
      <Loaded query={gallery} lines={8}>
        {(packs) => (
          <>
            {packs.length === 0 && <EmptyState icon={<IconBoxSeam />} title={t('contentPacks.gallery.empty')} />}
            <ul className={classes['packs']}>
              {packs.toSorted(inOrder(named)).map((pack) => (
                <Entry key={pack.name} pack={pack} isNamed={pack.name === named} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </PacksPage>
  )
}

/** By category and title, after the pack that the address names. */
const inOrder = (named: string | null) => (a: GalleryPack, b: GalleryPack) =>
  Number(b.name === named) - Number(a.name === named) ||
  a.category.localeCompare(b.category) ||
  a.title.localeCompare(b.title)

function Entry({ pack, isNamed }: { pack: GalleryPack; isNamed: boolean }) {
  const t = useText()
  const { title, category, summary, description, contents } = pack
  return (
    <li data-named={isNamed || undefined}>
      <Group gap="xs">
        <Title order={2} translate="no">
          {pack.is_added ? <AppLink to={routes.contentPacks.show(pack.id)}>{title}</AppLink> : title}
        </Title>
        <Badge size="sm" color="gray" translate="no">
          {category}
        </Badge>
        {pack.installation_count > 0 && (
          <Badge size="sm" color="spruce">
            {t('contentPacks.installed')}
          </Badge>
        )}
        {pack.is_added && pack.installation_count === 0 && (
          <Badge size="sm" color="gray">
            {t('contentPacks.added')}
          </Badge>
        )}
        <EntryActions pack={pack} />
      </Group>
      <p translate="no">{summary}</p>
      <Text inherit c="dimmed" translate="no">
        {Object.entries(contents)
          .map(([type, count]) => `${typeText(type)}: ${count}`)
          .join(' · ')}
      </Text>
      <details open={isNamed}>
        <summary>{t('contentPacks.gallery.details')}</summary>
        <MarkdownView text={description} />
      </details>
    </li>
  )
}

/** Installing a pack that is not added adds it first. */
function EntryActions({ pack }: { pack: GalleryPack }) {
  const t = useText()
  const may = useMay()
  const [installed, setInstalled] = useState<ContentPack>()
  const add = useAdd(pack)
  const load = useLoad(pack)
  const mayAdd = may(addGalleryPack)
  const mayInstall = (mayAdd || pack.is_added) && may(installContentPack, { id: pack.id })
  const install = async () => {
    if (!pack.is_added) await add.mutateAsync(undefined)
    setInstalled(await load.mutateAsync(undefined))
  }
  return (
    <Group gap="xs" ms="auto">
      {mayAdd && !pack.is_added && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          aria-label={t('contentPacks.gallery.addOne', { title: pack.title })}
          loading={add.isPending}
          onClick={() => add.mutate(undefined)}
        >
          {t('contentPacks.gallery.add')}
        </Button>
      )}
      {mayInstall && (
        <Button
          size="xs"
          variant={pack.installation_count > 0 ? 'default' : 'filled'}
          leftSection={<IconBoxSeam size={14} />}
          aria-label={t('contentPacks.gallery.installOne', { title: pack.title })}
          loading={load.isPending}
          onClick={() => void install().catch(() => undefined)}
        >
          {t('contentPacks.install')}
        </Button>
      )}
      {installed !== undefined && <InstallDialog pack={installed} onClose={() => setInstalled(undefined)} />}
    </Group>
  )
}

const useAdd = ({ name, title }: GalleryPack) =>
  useAction({
    run: (call, _: undefined) => call(addGalleryPack, { params: { name } }),
    texts: 'contentPacks.gallery.add',
    values: () => ({ title }),
    changes: [CONTENT_PACKS_KEY],
  })

const useLoad = ({ id, rev, title }: GalleryPack) =>
  useAction({
    run: async (call, _: undefined) =>
      (await call(getContentPackRevision, { params: { id, rev: String(rev) } })).content_pack,
    texts: 'contentPacks.gallery.load',
    values: () => ({ title }),
    changes: [],
  })
