import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { PageLinks } from '../../ui/page/page-links.tsx'

/** The pages of the area. */
export function AreaLinks() {
  const t = useText()
  return (
    <PageLinks
      label={t('pipelines.area')}
      links={[
        { label: t('pipelines.area.pipelines'), to: routes.pipelines.list() },
        { label: t('pipelines.area.rules'), to: routes.pipelines.rules() },
        { label: t('pipelines.area.simulator'), to: routes.pipelines.simulate() },
      ]}
    />
  )
}
