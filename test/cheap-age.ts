// In place of `age-encryption` in the threads of the API tests (bundled-workers.ts): the same library at its lowest cost,
// because each backup with a passphrase would take seconds. The built program of the end-to-end tests has the real cost.
import { Encrypter as RealEncrypter } from 'age-encryption'

export { Decrypter } from 'age-encryption'

export class Encrypter extends RealEncrypter {
  override setScryptWorkFactor(): void {
    super.setScryptWorkFactor(1)
  }
}
