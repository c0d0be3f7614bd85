# needs: pip:torch==2.13.0
reproduce() {
  cat > train.py <<'PY'
import torch
from torch import nn

net = nn.Sequential(
    nn.Conv2d(1, 8, 3),
    nn.ReLU(),
    nn.Flatten(),
    nn.Linear(128, 10),
)
images = torch.ones(32, 1, 28, 28)
print("in", tuple(images.shape))
print("out", tuple(net(images).shape))
PY
  python train.py
}
workaround_1() { sed -i 's/nn.Linear(128, 10)/nn.Linear(5408, 10)/' train.py; python train.py; }
workaround_2() { sed -i 's/nn.Linear(128, 10)/nn.LazyLinear(10)/' train.py; python train.py; }
dead_end_1() { sed -i 's/torch.ones(32,/torch.ones(1,/' train.py; python train.py; }
dead_end_2() { python - <<'PY'
import torch
torch.nn.Linear(128, 10)(torch.ones(32, 5408).t())
PY
}
