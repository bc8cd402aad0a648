/** How long tests wait for what comes: whole pages, on a machine that has other work too. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 10_000 })
