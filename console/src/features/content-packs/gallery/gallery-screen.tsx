import type { GalleryPack } from '@logyard/contract/content-packs/gallery'
import { Badge, Group, Text, Title } from '@mantine/core'
import { IconBoxSeam } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { MarkdownView } from '../../../widgets/text/markdown-view.tsx'
import { typeText } from '../model/entity-text.ts'
import { galleryQuery } from '../pack-queries.ts'
import { PacksPage } from '../packs-page.tsx'
import { EntryActions } from './entry-actions.tsx'
import classes from './gallery.module.css'
import { SendToPack } from './send-to-pack.tsx'

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
  const [isSending, setIsSending] = useState(false)
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
        <EntryActions pack={pack} isSending={isSending} onSending={setIsSending} />
      </Group>
      <p translate="no">{summary}</p>
      <Text inherit c="dimmed" translate="no">
        {Object.entries(contents)
          .map(([type, count]) => `${typeText(type)}: ${count}`)
          .join(' · ')}
      </Text>
      {isSending && <SendToPack pack={pack} />}
      <details open={isNamed}>
        <summary>{t('contentPacks.gallery.details')}</summary>
        <MarkdownView text={description} />
      </details>
    </li>
  )
}
