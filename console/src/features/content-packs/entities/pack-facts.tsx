import type { ContentPackDraft } from '@logyard/contract/content-packs/content-packs'
import { Anchor } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { MarkdownView } from '../../../widgets/text/markdown-view.tsx'
import { isWebUrl } from '../model/pack-url.ts'
import classes from './entities.module.css'

type Facts = Pick<ContentPackDraft, 'rev' | 'name' | 'summary' | 'vendor' | 'url' | 'id' | 'description'>

/** The texts of a pack about itself. Their author is unknown. */
export function PackFacts({ rev, name, summary, vendor, url = '', id, description = '' }: Facts) {
  const t = useText()
  return (
    <DefinitionList
      items={[
        { label: t('contentPacks.version'), value: rev },
        { label: t('contentPacks.name'), value: name },
        { label: t('contentPacks.summary'), value: summary },
        { label: t('contentPacks.vendor'), value: vendor },
        { label: t('contentPacks.url'), value: isWebUrl(url) ? <WebLink url={url.trim()} /> : url },
        { label: t('contentPacks.id'), value: id },
        {
          label: t('contentPacks.description'),
          value:
            description === '' ? (
              ''
            ) : (
              <div className={classes['markdown']}>
                <MarkdownView text={description} />
              </div>
            ),
        },
      ]}
    />
  )
}

function WebLink({ url }: { url: string }) {
  return (
    <Anchor inherit href={url} target="_blank" rel="noopener noreferrer" translate="no">
      {url}
    </Anchor>
  )
}
