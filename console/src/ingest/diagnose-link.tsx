import { AppLink } from '../base/routes/app-link.tsx'
import { routes } from '../base/routes/routes.ts'
import { useText } from '../base/text/text.tsx'
import type { Missing } from './diagnosis-query.ts'

/** `Diagnose`, wherever messages are expected and none are there. */
export function DiagnoseLink(missing: Missing) {
  const t = useText()
  // It may follow words of a sentence.
  return (
    <AppLink to={routes.diagnosis({ ...missing })} underline="always">
      {t('ui.diagnose')}
    </AppLink>
  )
}
