import { ImportDialog } from './import-dialog.tsx'
import { NewClient } from './new-client.tsx'
import { NewMany } from './new-many.tsx'
import { RenewDialog } from './renew-dialog.tsx'

/** Every dialog that the URL opens on the page of clients. */
export const ClientDialogs = () => (
  <>
    <RenewDialog />
    <NewClient />
    <NewMany />
    <ImportDialog />
  </>
)
