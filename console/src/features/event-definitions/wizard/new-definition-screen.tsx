import { useState } from 'react'
import { useQueryValues } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateDefinition } from '../definition-actions.ts'
import { useDefinitionCrumbs } from '../use-definition-crumbs.ts'
import { DefinitionForm } from './definition-form.tsx'
import { filledIn } from './filled-in.ts'

/** A new definition, empty or as the link describes it. */
export function NewDefinitionScreen() {
  const t = useText()
  const values = useQueryValues()
  const [initial] = useState(() => filledIn(values))
  const [title, setTitle] = useState(initial.title)
  return (
    <Page
      title={t('definitions.new')}
      crumbs={useDefinitionCrumbs()}
      {...(title.trim() === '' ? {} : { documentTitle: `${t('definitions.new')} - ${title}` })}
    >
      <DefinitionForm initial={initial} isNew save={useCreateDefinition()} onTitle={setTitle} />
    </Page>
  )
}
