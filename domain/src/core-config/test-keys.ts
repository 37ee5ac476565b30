/** Keys for tests only: a private authority, a certificate of it for sluice.test and 127.0.0.1, and key pairs of the core's kinds. */
export const testKeys = {
  ca: `-----BEGIN CERTIFICATE-----
MIIBUjCB+qADAgECAgEBMAoGCCqGSM49BAMCMCAxHjAcBgNVBAMTFVNsdWljZSB0
ZXN0IGF1dGhvcml0eTAgFw0yNDAxMDEwMDAwMDBaGA8yMTI0MDEwMTAwMDAwMFow
IDEeMBwGA1UEAxMVU2x1aWNlIHRlc3QgYXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE+awqLGpQ8XnOhLekigYIkjDC7SFiOgZcjtITNzMTDX6gH3RX
YZZSi/MWR+Ikx7rVSdozEj7Lvg4hFGcG6XZPE6MjMCEwDwYDVR0TAQH/BAUwAwEB
/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwIDRwAwRAIgQAmi3Wisch3akIUq
tZfP+skozJURgfsiHPpCeAa6b68CIGa+XwXemQ0GqyMoD61Vtqut08ZaHUik5qg4
pHPj7G+v
-----END CERTIFICATE-----`,
  certificate: `-----BEGIN CERTIFICATE-----
MIIBczCCARqgAwIBAgIBAjAKBggqhkjOPQQDAjAgMR4wHAYDVQQDExVTbHVpY2Ug
dGVzdCBhdXRob3JpdHkwIBcNMjQwMTAxMDAwMDAwWhgPMjEyNDAxMDEwMDAwMDBa
MBYxFDASBgNVBAMTC3NsdWljZS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAE0QlBNQ/cv6MPz4JDmb/rzHQ4NbB3JMNV05EgSQpGe8V7IlLMrvQ9t7KMQHkP
R7k1hj9+C4fLP2QmS1//0Fm29qNNMEswCQYDVR0TBAIwADALBgNVHQ8EBAMCB4Aw
EwYDVR0lBAwwCgYIKwYBBQUHAwEwHAYDVR0RBBUwE4ILc2x1aWNlLnRlc3SHBH8A
AAEwCgYIKoZIzj0EAwIDRwAwRAIgPyiogiqZJBRNQNOvL4086ushTqsdjMMyj/cl
66+ZfuwCIBeTXxvvVPKnxB3/YiaBarpMquCLzIvAgUWHP7TG5eiz
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXf2H87gyZFH8mPCK
FZ5Ihn63doIFD7zdVs3l+ls7/7WhRANCAATRCUE1D9y/ow/PgkOZv+vMdDg1sHck
w1XTkSBJCkZ7xXsiUsyu9D23soxAeQ9HuTWGP34Lh8s/ZCZLX//QWbb2
-----END PRIVATE KEY-----`,
  certificateSha256: 'd4c49e97ed05852c4783c3336f78ff7cbc60042fd42207e7261a4573a2983a88',
  reality: {
    privateKey: 'wHewqh0uwuOtLhxeBT3NsKLmoYFQmWI79_8772SXWFc',
    publicKey: 'V6k2m5Emy382rkU5QZ5VcfR9LQB78BkbUVC4DFgYhmw',
  },
  wireguard: {
    secretKey: 'SK+8+RhcFaVhoBoxK4AY24ZudXs2Ib2fptjT98lQBmQ=',
    publicKey: 'l+w03EK7JPmaLxlJmZVxlmeNLBSE/NFr5/rW29HECi0=',
    peerSecretKey: 'wCtifRCeRZW6ate6Hhlbkx6kq/iLA4Q7dxdfwWVZ5Ek=',
    peerPublicKey: 'XVygCcTdjNza3un4fC9c2MlMW9vo8entcv8VOGko1wc=',
  },
  vlessEncryption: {
    decryption: 'mlkem768x25519plus.native.600s.AFprNmA3Knkqh4BuKz1XYDF6KxDvSSa8F0PjSqBqZ3E',
    encryption: 'mlkem768x25519plus.native.0rtt.-GIZtpe0-QtFDwn4CptYWYZ7m6PKFlk64HgB-iJjXFY',
  },
} as const
