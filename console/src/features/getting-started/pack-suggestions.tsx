import { installContentPack } from '@logyard/contract/content-packs/content-packs'
import { addGalleryPack, suggestPacks } from '@logyard/contract/content-packs/gallery'
import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { pickQuery } from '../../api/call-query.ts'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './getting-started.module.css'

/** Packs of the gallery that fit the messages which have arrived. */
export function PackSuggestions() {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const id = useId()
  const isOffered = may([suggestPacks, addGalleryPack, installContentPack])
  const { data } = useQuery({
    ...pickQuery(call, ['getting-started', 'pack-suggestions'], ({ suggestions }) => suggestions, suggestPacks),
    enabled: isOffered,
    retry: false,
  })
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-labelledby={id} className={classes['suggestions']}>
      <Title order={2} id={id}>
        {t('gettingStarted.suggestions')}
      </Title>
      <ul>
        {data.map(({ name, title, matches, examined, example, query }) => (
          <li key={name}>
            <Group gap="md">
              <Text span size="sm">
                {t('gettingStarted.suggestion', { title, matches, examined })}
              </Text>
              <AppLink to={routes.search({ q: query, rangetype: 'relative', relative: '0' })} size="sm">
                {t('gettingStarted.suggestion.show')}
              </AppLink>
              <AppLink to={routes.contentPacks.gallery({ pack: name })} size="sm">
                {t('gettingStarted.suggestion.open')}
              </AppLink>
            </Group>
            <Text size="xs" c="dimmed" ff="monospace" truncate translate="no" title={example}>
              {example}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
