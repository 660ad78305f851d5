"""Formats: the tokens that say by their first characters whose they are, as their makers document them."""
from __future__ import annotations

from collections import namedtuple

Family = namedtuple("Family", "kind body least strict full")

# kind | prefixes | characters of the body | least body | body when whole.  The least is what a token cut by a client
# still shows; the whole length tells whether a line end cut it.  "!" after the least: the prefix is also a piece of
# ordinary names, so the body has to look drawn. Prefixes as their makers document them.
TABLE = r"""
github-token | ghp_ gho_ ghu_ ghs_ ghr_ | A-Za-z0-9_ | 12 | 36
github-token | github_pat_ | A-Za-z0-9_ | 12 | 82
gitlab-token | glpat- gldt- glrt- glrtr- glcbt- glptt- | A-Za-z0-9_.=- | 12 | 20
gitlab-token | glft- glimt- glagent- gloas- glsoat- glffct- glwt- | A-Za-z0-9_.=- | 12 | 20
gitlab-token | GR1348941 | A-Za-z0-9_- | 12 | 20
aws-key-id | AKIA ASIA | A-Z0-9 | 12 | 16
aws-key-id | ABIA ACCA | A-Z0-9 | 12! | 16
aws-key | ABSK bedrock-api-key- | A-Za-z0-9+/= | 24 | 100
google-key | AIza | A-Za-z0-9_- | 16 | 35
google-key | AQ.Ab8 | A-Za-z0-9_- | 16 | 46
google-secret | GOCSPX- | A-Za-z0-9_- | 12 | 28
google-token | ya29. | A-Za-z0-9_.- | 12 | 150
google-token | 1//0 | A-Za-z0-9_- | 16 | 100
openai-key | sk-proj- sk-svcacct- sk-admin- sk-None- | A-Za-z0-9_- | 12 | 156
anthropic-key | sk-ant- | A-Za-z0-9_- | 12 | 101
openrouter-key | sk-or- | A-Za-z0-9_- | 16 | 67
langfuse-key | sk-lf- | a-f0-9- | 12 | 36
api-key | sk- | A-Za-z0-9_- | 14! | 48
stripe-key | sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ sk_org_ rk_prod_ pk_live_51 | A-Za-z0-9_ | 10 | 24
stripe-secret | whsec_ | A-Za-z0-9+/= | 12 | 32
api-key | sk_ | A-Za-z0-9_ | 16! | 48
slack-token | xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb- | A-Za-z0-9%/+_=- | 10 | 50
slack-token | xapp- xwfp- | A-Za-z0-9- | 12 | 60
npm-token | npm_ | A-Za-z0-9 | 12! | 36
pypi-token | pypi- | A-Za-z0-9_- | 16! | 150
pypi-token | pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBp | A-Za-z0-9_- | 12 | 150
rubygems-key | rubygems_ | a-f0-9 | 12 | 48
docker-token | dckr_pat_ dckr_oat_ | A-Za-z0-9_- | 12 | 27
sendgrid-key | SG. | A-Za-z0-9_.- | 16! | 66
mailgun-key | key- | a-f0-9 | 24! | 32
mailgun-key | pubkey- | a-f0-9 | 24! | 32
mailchimp-key | md- | A-Za-z0-9_- | 20! | 22
brevo-key | xkeysib- xsmtpsib- | A-Za-z0-9- | 12 | 81
huggingface-token | hf_ | A-Za-z0-9 | 14! | 34
huggingface-token | api_org_ | A-Za-z0-9 | 14! | 34
replicate-token | r8_ | A-Za-z0-9 | 14! | 37
groq-key | gsk_ | A-Za-z0-9 | 14 | 52
perplexity-key | pplx- | A-Za-z0-9 | 14! | 48
xai-key | xai- | A-Za-z0-9_- | 16! | 80
nvidia-key | nvapi- | A-Za-z0-9_- | 14 | 64
fireworks-key | fw_ | A-Za-z0-9 | 14! | 24
together-key | tgp_v1_ | A-Za-z0-9_- | 12 | 43
pinecone-key | pcsk_ | A-Za-z0-9_ | 14 | 70
langsmith-key | lsv2_pt_ lsv2_sk_ ls__ | A-Za-z0-9_ | 14 | 43
tavily-key | tvly- | A-Za-z0-9_- | 14! | 32
firecrawl-key | fc- | a-f0-9 | 20! | 32
e2b-key | e2b_ | a-f0-9 | 16 | 40
jina-key | jina_ | A-Za-z0-9_- | 16! | 60
voyage-key | pa- al- | A-Za-z0-9_- | 32! | 43
cursor-key | crsr_ key_ | a-f0-9 | 24! | 64
cerebras-key | csk- | a-z0-9 | 16! | 48
elevenlabs-key | xi-api- | A-Za-z0-9 | 12 | 32
shopify-token | shpat_ shpca_ shppa_ shpss_ shptka_ | a-fA-F0-9 | 12 | 32
square-token | sq0atp- sq0csp- sq0idp- sq0ids- | A-Za-z0-9_- | 12 | 22
square-token | EAAAE EAAAl | A-Za-z0-9_- | 40 | 59
facebook-token | EAACEdEose0cBA EAA | A-Za-z0-9 | 40! | 100
instagram-token | IGQVJ IGQWR | A-Za-z0-9_- | 20 | 100
paypal-token | A21AA | A-Za-z0-9_- | 40 | 90
flutterwave-key | FLWSECK_TEST- FLWSECK- FLWPUBK_TEST- FLWPUBK- FLWSECK_TEST | A-Za-z0-9- | 10 | 34
razorpay-key | rzp_live_ rzp_test_ | A-Za-z0-9 | 10 | 14
plaid-token | access-sandbox- access-development- access-production- link-sandbox- link-production- | a-f0-9- | 12 | 36
lob-key | live_pub_ test_pub_ | a-f0-9 | 12 | 31
gocardless-token | live_ | A-Za-z0-9_=- | 32! | 40
lob-key | test_ | a-f0-9 | 30! | 35
easypost-key | EZAK EZTK | A-Za-z0-9 | 40! | 54
shippo-token | shippo_live_ shippo_test_ | a-f0-9 | 12 | 40
duffel-token | duffel_live_ duffel_test_ | A-Za-z0-9_=- | 12 | 43
adyen-key | AQEkhm AQElhm AQEmhm AQEnhm AQEohm AQEphm AQEqhm AQErhm | A-Za-z0-9+/=.{}^<>$!?,;:%\[\]()*~@#&_- | 30! | 150
adyen-key | AQEshm AQEthm AQEuhm AQEvhm AQEwhm AQExhm AQEyhm AQEzhm | A-Za-z0-9+/=.{}^<>$!?,;:%\[\]()*~@#&_- | 30! | 150
digitalocean-token | dop_v1_ doo_v1_ dor_v1_ | a-f0-9 | 12 | 64
heroku-key | HRKU- | A-Za-z0-9_- | 14 | 60
databricks-token | dapi dose dkea | a-f0-9- | 24! | 32
doppler-token | dp.pt. dp.st. dp.ct. dp.scim. dp.audit. dp.sa. dp.said. | A-Za-z0-9_.- | 12 | 43
vault-token | hvs. hvb. hvr. | A-Za-z0-9_- | 14 | 90
vault-token | s. b. r. | A-Za-z0-9 | 24! | 24
terraform-token | atlasv1. | A-Za-z0-9_=- | 20 | 60
pulumi-token | pul- | a-f0-9 | 16! | 40
fly-token | fm1r_ fm2_ fo1_ FlyV1 | A-Za-z0-9+/=_, - | 16! | 100
linear-key | lin_api_ lin_oauth_ lin_wh_ | A-Za-z0-9 | 12 | 40
notion-token | ntn_ | A-Za-z0-9 | 14 | 46
notion-token | secret_ | A-Za-z0-9 | 20! | 43
airtable-token | pat | A-Za-z0-9.~ | 40! | 79
figma-token | figd_ figo_ figur_ figoh_ figor_ | A-Za-z0-9_- | 12 | 40
postman-key | PMAK- PMAT- | A-Za-z0-9- | 12 | 59
newrelic-key | NRAK- NRII- NRIQ- NRRA- NRSP- NRJS- NRAL- NRAA- | A-Za-z0-9_- | 12 | 27
newrelic-key | NRAK NRII | A-Z0-9 | 20! | 27
grafana-token | glc_ glsa_ | A-Za-z0-9+/=_ | 16 | 41
sentry-token | sntrys_ sntryu_ sntrya_ sntryi_ | A-Za-z0-9+/=_ | 16 | 64
datadog-key | ddapp_ ddpub_ ddog_ pub | a-z0-9 | 32! | 40
dynatrace-token | dt0c01. dt0s16. dt0s01. dt0s02. dt0s04. dt0s08. | A-Z0-9. | 14 | 89
honeycomb-key | hcaik_ hcbik_ hcamk_ hcxik_ hcaic_ | a-z0-9_ | 14 | 58
posthog-key | phx_ phc_ phs_ pha_ phr_ | A-Za-z0-9 | 20! | 43
sonar-token | sqp_ squ_ sqa_ | a-f0-9 | 14 | 40
snyk-token | snyk_ | A-Za-z0-9._- | 20! | 60
sourcegraph-token | sgp_ sgd_ slk_ sgph_ | A-Za-z0-9_ | 20! | 40
buildkite-token | bkua_ bkaj_ bkct_ bkpt_ bkpa_ | A-Za-z0-9_ | 16 | 40
circleci-token | CCIPAT_ CCIPRJ_ | A-Za-z0-9_ | 12 | 62
artifactory-key | AKCp | A-Za-z0-9 | 16! | 69
artifactory-token | cmVmdGtu | A-Za-z0-9 | 16 | 56
nuget-key | oy2 | a-z0-9 | 40! | 43
clojars-token | CLOJARS_ | a-z0-9 | 12 | 60
cargo-token | cio | A-Za-z0-9 | 30! | 32
hex-key | hexpm_ | A-Za-z0-9_ | 16! | 64
jsr-token | jsrt_ jsrp_ jsr_ | A-Za-z0-9_- | 16! | 64
deno-token | ddp_ ddo_ ddw_ | A-Za-z0-9 | 16! | 36
netlify-token | nfp_ nfo_ nfc_ nfu_ nfb_ | A-Za-z0-9_- | 16! | 36
render-token | rnd_ | A-Za-z0-9 | 14! | 28
railway-token | rw_ | A-Za-z0-9_- | 24! | 60
vercel-token | vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_ vercel_ | A-Za-z0-9_ | 16! | 50
resend-key | re_ | A-Za-z0-9_ | 16! | 33
supabase-token | sbp_ sb_secret_ sbp_oauth_ | A-Za-z0-9_- | 14 | 40
planetscale-token | pscale_tkn_ pscale_oauth_ pscale_pw_ pscale_pwd_ | A-Za-z0-9_=.- | 12 | 43
neon-key | napi_ | A-Za-z0-9 | 20! | 64
mongodb-atlas-secret | mdb_sa_sk_ mdb_sa_id_ | A-Za-z0-9_- | 14 | 40
cloudflare-token | cfut_ cfat_ cfk_ cfoat_ cfort_ v1.0- | A-Za-z0-9_- | 20! | 60
atlassian-token | ATATT3xFf ATATT ATCTT3xFf ATBB ATSTT ATOA | A-Za-z0-9_=- | 16! | 180
dropbox-token | sl.u. sl.B sl. | A-Za-z0-9_- | 40! | 135
discord-token | mfa. | A-Za-z0-9_- | 20! | 84
hubspot-token | pat-na1- pat-na2- pat-na3- pat-eu1- pat-ap1- | A-Za-z0-9- | 12 | 36
contentful-token | CFPAT- | A-Za-z0-9_- | 12 | 43
launchdarkly-key | sdk- api- mob- rel- | a-f0-9- | 30! | 36
typeform-token | tfp_ | A-Za-z0-9_.=- | 14 | 59
intercom-token | dG9rO | A-Za-z0-9= | 40! | 60
frameio-token | fio-u- | A-Za-z0-9_=- | 14 | 64
readme-key | rdme_ | a-z0-9 | 14 | 70
scalingo-token | tk-us- | A-Za-z0-9_- | 14! | 48
ubidots-token | BBFF- BBUS- | A-Za-z0-9 | 14 | 30
alibaba-key-id | LTAI | A-Za-z0-9 | 12! | 20
tencent-key-id | AKID | A-Za-z0-9 | 20! | 32
yandex-key | AQVN | A-Za-z0-9_- | 24! | 36
yandex-token | y0_ t1. | A-Za-z0-9_.=- | 24! | 60
adobe-secret | p8e- p8- | A-Za-z0-9 | 20! | 32
prefect-key | pnu_ pnb_ | a-z0-9 | 16! | 36
infracost-key | ico- | A-Za-z0-9 | 20! | 32
openshift-token | sha256~ | A-Za-z0-9_- | 14 | 43
defined-token | dnkey- | A-Za-z0-9_=- | 14 | 80
intra42-secret | s-s4t2ud- s-s4t2af- u-s4t2ud- | a-f0-9 | 12 | 64
riot-key | RGAPI- | a-fA-F0-9- | 12 | 36
onepassword-token | ops_eyJ | A-Za-z0-9+/=_- | 16 | 250
onepassword-key | A3- | A-Z0-9- | 24! | 39
age-key | AGE-SECRET-KEY-1 AGE-PLUGIN- AGE-SECRET-KEY-PQ-1 | A-Z0-9- | 12 | 58
tailscale-key | tskey- | A-Za-z0-9_- | 12 | 40
ngrok-key | ngrok_ | A-Za-z0-9_ | 24! | 49
rootly-token | rootly_ | a-f0-9 | 16 | 64
wakatime-key | waka_ waka_sec_ waka_tok_ | A-Za-z0-9- | 20 | 36
trello-token | ATTA | A-Za-z0-9 | 24! | 72
telnyx-key | KEY0 | A-Za-z0-9_ | 30! | 55
mapbox-token | sk.eyJ pk.eyJ tk.eyJ | A-Za-z0-9_.- | 20 | 90
clickup-token | pk_ | A-Za-z0-9_ | 24! | 41
beamer-token | b_ | A-Za-z0-9_=- | 40! | 44
settlemint-token | sm_aat_ sm_pat_ sm_sat_ | A-Za-z0-9 | 12 | 16
authress-key | sc_ ext_ scauth_ authress_ | A-Za-z0-9_.=+/- | 40! | 100
twilio-key | SK AC | a-f0-9 | 32! | 32
wandb-key | wandb_v1_ | A-Za-z0-9_ | 20 | 77
gitea-token | gta_ gtr_ | A-Za-z0-9 | 16! | 40
harness-token | pat. sat. | A-Za-z0-9_.- | 40! | 65
octopus-key | API- | A-Z0-9 | 25! | 28
rapid-key | rpa_ | A-Za-z0-9 | 16! | 44
zuplo-key | zpka_ | a-z0-9_ | 16 | 60
unkey-key | unkey_ | A-Za-z0-9_ | 16! | 30
inngest-key | signkey- | A-Za-z0-9- | 20 | 64
trigger-key | tr_dev_ tr_prod_ tr_stg_ tr_pat_ | A-Za-z0-9 | 14 | 24
livekit-key | APIk | A-Za-z0-9 | 20! | 15
stytch-secret | secret-test- secret-live- | A-Za-z0-9_=- | 20 | 40
workos-key | sk_a2V5 | A-Za-z0-9_ | 20 | 60
crates-token | crates_io_ | A-Za-z0-9 | 16 | 32
gem-token | gem_ | A-Za-z0-9 | 30! | 40
azure-devops-token | AZDO | A-Za-z0-9 | 16! | 16
scaleway-key | SCW | A-Z0-9 | 17! | 17
persona-key | persona_sandbox_ persona_production_ | a-f0-9- | 12 | 36
asana-token | asana_ | A-Za-z0-9_ | 20! | 40
lark-token | t-g1 u-g1 | A-Za-z0-9_.- | 24! | 40
facebook-token | IGAA THAA | A-Za-z0-9_- | 40! | 100
twitter-bearer | AAAAAAAAAAAAAAAAAAAAA | A-Za-z0-9%_- | 40 | 90
fcm-key | AAAA | A-Za-z0-9_:- | 100! | 152
ghost-key | gho_st_ | A-Za-z0-9 | 20 | 40
jwt | eyJ | A-Za-z0-9_.=- | 20! | 60
"""


def read() -> dict[str, list[Family]]:
    """Return the table as prefix -> its families, in the order of the table."""
    known: dict[str, list[Family]] = {}
    for line in TABLE.strip().split("\n"):
        kind, prefixes, body, least, full = (part.strip() for part in line.split("|"))
        family = Family(kind, f"[{body}]", int(least.rstrip("!")), least.endswith("!"), int(full))
        for prefix in prefixes.split():
            known.setdefault(prefix, []).append(family)
    return known
