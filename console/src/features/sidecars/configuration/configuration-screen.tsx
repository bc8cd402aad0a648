import { useText } from '../../../base/text/text.tsx'
import { TabViews } from '../../../ui/tabs/tab-views.tsx'
import { useViewInUrl } from '../../../ui/tabs/use-view-in-url.ts'
import { SidecarsPage } from '../sidecars-page.tsx'
import { VariablesList } from '../variables/variables-list.tsx'
import { CollectorsList } from './collectors-list.tsx'
import { ConfigurationsList } from './configurations-list.tsx'

/** Another list has other pages, searches and orders. */
const NO_LIST = { page: undefined, per_page: undefined, query: undefined, sort: undefined, order: undefined }

/** The configurations of log collectors, the collectors, and the variables of templates. */
export function ConfigurationScreen() {
  const t = useText()
  const view = useViewInUrl('show', ['configurations', 'collectors', 'variables'], { dropped: NO_LIST })
  return (
    <SidecarsPage title={t('sidecars.configuration.title')} description={t('sidecars.configuration.description')}>
      <TabViews
        {...view}
        mb="md"
        views={[
          { id: 'configurations', label: t('sidecars.configurations'), content: <ConfigurationsList /> },
          { id: 'collectors', label: t('sidecars.collectors'), content: <CollectorsList /> },
          { id: 'variables', label: t('sidecars.variables'), content: <VariablesList /> },
        ]}
      />
    </SidecarsPage>
  )
}
