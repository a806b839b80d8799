import pytest

from bot.text.catalogue import Catalogue
from bot.text.reading import LOCALES


@pytest.fixture(scope="session")
def catalogue():
    return Catalogue.load()


@pytest.fixture(params=list(LOCALES))
def texts(request, catalogue):
    return catalogue.texts(request.param)


@pytest.fixture
def english(catalogue):
    return catalogue.texts("en")
