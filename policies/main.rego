# METADATA
# title: Podgraft's single entrypoint
# description: One call evaluates every provider named in input.evaluate.
package podgraft.main

import data.podgraft.alibaba
import data.podgraft.aws
import data.podgraft.azure
import data.podgraft.gcp

# METADATA
# title: Decisions by provider
# description: The decision of each provider that the call asks for; providers that are off have no member.
# entrypoint: true
decisions["aws"] := aws.decision if "aws" in input.evaluate

decisions["azure"] := azure.decision if "azure" in input.evaluate

decisions["gcp"] := gcp.decision if "gcp" in input.evaluate

decisions["alibaba"] := alibaba.decision if "alibaba" in input.evaluate
